package io.github.toolparser.client;

import static io.github.toolparser.client.Outputs.ONE_CALL;
import static io.github.toolparser.client.Outputs.assertFails;
import static io.github.toolparser.client.Outputs.calls;
import static io.github.toolparser.client.Outputs.request;
import static io.github.toolparser.client.Outputs.start;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.grpc.ChannelCredentials;
import io.grpc.InsecureChannelCredentials;
import io.grpc.Status;
import io.grpc.TlsChannelCredentials;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** TLS, and tokens over it: a server whose certificate is for localhost. */
class TlsTest {
  private static final String TOKEN = "8c9f3d1f6a0e4f4c9b62";

  private static int port;
  private static Server server;
  private static ChannelCredentials trusting;

  @BeforeAll
  static void serve() throws Exception {
    Path directory = Server.temporary();
    Process made =
        new ProcessBuilder("../certificate.sh", directory.toString(), "localhost").inheritIO().start();
    assertEquals(0, made.waitFor());
    Path certificate = directory.resolve("cert.pem");
    Path tokens = Files.writeString(directory.resolve("tokens"), "tester " + TOKEN + "\n");
    server =
        new Server(
            "--listen", "127.0.0.1:0",
            "--tls-cert", certificate.toString(),
            "--tls-key", directory.resolve("key.pem").toString(),
            "--tokens", tokens.toString());
    port = server.port();
    trusting = TlsChannelCredentials.newBuilder().trustManager(certificate.toFile()).build();
  }

  @AfterAll
  static void end() {
    server.close();
  }

  private static ToolParserClient.Builder client(String host, ChannelCredentials credentials) {
    return ToolParserClient.builder(host + ":" + port).credentials(credentials);
  }

  /** What a call that isn't made again ends with. */
  private static void assertEnds(Status.Code code, ToolParserClient.Builder builder) {
    try (ToolParserClient client = builder.build()) {
      assertFails(code, () -> client.stream(start("llama3")));
    }
  }

  @Test
  void tlsTrustsWhomItIsToldToAndNobodyElse() {
    try (ToolParserClient client = client("localhost", trusting).token(TOKEN).build()) {
      assertEquals(1, calls(client.parse(request("llama3", ONE_CALL))).size());
    }
    assertEnds(Status.Code.UNAVAILABLE, client("localhost", TlsChannelCredentials.create()).token(TOKEN));
    assertEnds(Status.Code.UNAVAILABLE, client("127.0.0.1", trusting).token(TOKEN)); // not its name
    assertEnds(Status.Code.UNAVAILABLE, client("localhost", InsecureChannelCredentials.create()).token(TOKEN));
  }

  @Test
  void tlsAloneLetsNobodyInWhereTokensDo() {
    assertEnds(Status.Code.UNAUTHENTICATED, client("localhost", trusting));
    assertEnds(Status.Code.UNAUTHENTICATED, client("localhost", trusting).token("another, that is unknown"));
  }
}
