package io.github.toolparser.client;

import static io.github.toolparser.client.Outputs.ONE_CALL;
import static io.github.toolparser.client.Outputs.TWO_CALLS;
import static io.github.toolparser.client.Outputs.assertFails;
import static io.github.toolparser.client.Outputs.calls;
import static io.github.toolparser.client.Outputs.request;
import static io.github.toolparser.client.Outputs.start;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.toolparser.v1.ContentPolicy;
import io.github.toolparser.v1.InvalidReason;
import io.github.toolparser.v1.ParseOptions;
import io.github.toolparser.v1.ParseToolCallsRequest;
import io.github.toolparser.v1.ParseToolCallsResponse;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.TlsChannelCredentials;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Unary calls, and how a client reaches the service. */
class ToolParserClientTest {
  private static Server server;
  private static ToolParserClient client;

  @BeforeAll
  static void serve() {
    server = new Server();
    client = server.client();
  }

  @AfterAll
  static void end() {
    client.close();
    server.close();
  }

  @Test
  void parsesACompleteOutput() {
    ParseToolCallsResponse response = client.parse(request("llama3", ONE_CALL));
    assertEquals(List.of("get_weather{\"city\": \"Zürich \uD83D\uDE00\"}"), calls(response));
    assertEquals("Let me look. One moment.", response.getResult().getContent());
  }

  @Test
  void aModelChoosesTheFamilyAndTwoCallsAreTwo() {
    ParseToolCallsResponse response =
        client.parse(request("", TWO_CALLS).toBuilder().setModel("moonshotai/Kimi-K2-Instruct").build());
    assertEquals(
        List.of("get_weather{\"city\": \"Zürich\"}", "get_time{\"zone\": \"Europe/Zurich\"}"), calls(response));
    assertEquals("kimi", response.getDiagnostics().getFamily());
  }

  @Test
  void optionsArrive() {
    String damaged = "So: {\"name\": \"get_time\", \"parameters\": {\"zone\": \"CET\",}} ";
    ParseOptions options =
        ParseOptions.newBuilder()
            .setContentPolicy(ContentPolicy.CONTENT_POLICY_VERBATIM)
            .setDisableRepair(true)
            .build();
    ParseToolCallsRequest request = request("llama3", damaged).toBuilder().setOptions(options).build();
    ParseToolCallsResponse response = client.parse(request);
    assertEquals(InvalidReason.INVALID_REASON_MALFORMED, response.getInvalidToolCalls(0).getReason());
    assertEquals(damaged, response.getResult().getContent());
  }

  @Test
  void surrogatesThatStandAloneAreReplaced() {
    ParseToolCallsResponse response = client.parse(request("llama3", "a \uD83D\uDE00 b \uDC9F c"));
    assertEquals("a \uD83D\uDE00 b \uFFFD c", response.getResult().getContent());
  }

  @Test
  void listsTheFamilies() {
    assertTrue(client.families().stream().anyMatch(family -> family.getName().equals("kimi")));
  }

  @Test
  void anUnknownFamilyIsAStatus() {
    assertFails(Status.Code.NOT_FOUND, () -> client.parse(request("nobody", "x")));
    assertFails(Status.Code.NOT_FOUND, () -> client.stream(start("nobody")));
  }

  @Test
  void answersOfMoreThanGrpcsUsualLimitArrive() {
    String text = "x".repeat(12 << 20);
    assertEquals(text, client.parse(request("llama3", text)).getResult().getContent());
  }

  @Test
  void theServiceIsToldWhatTheClientTakes() {
    try (ToolParserClient small = ToolParserClient.builder(server.target()).maxReceiveBytes(1000).build()) {
      StatusRuntimeException error =
          assertThrows(StatusRuntimeException.class, () -> small.parse(request("llama3", "x".repeat(2000))));
      assertEquals(Status.Code.RESOURCE_EXHAUSTED, error.getStatus().getCode());
      assertTrue(error.getMessage().contains("1000"), error.getMessage());
    }
  }

  @Test
  void aDeadlineEndsACall() throws Exception {
    // Connections are taken, and nothing is ever said.
    try (ServerSocket silent = new ServerSocket(0);
        ToolParserClient hasty =
            ToolParserClient.builder("127.0.0.1:" + silent.getLocalPort()).timeout(Duration.ofMillis(100)).build()) {
      assertFails(Status.Code.DEADLINE_EXCEEDED, hasty::families);
    }
  }

  @Test
  void unaryCallsOutliveARestart() {
    try (Server restarted = new Server();
        ToolParserClient client = restarted.client()) {
      client.families();
      restarted.prepareNext();
      restarted.kill();
      CompletableFuture<Void> restart =
          CompletableFuture.runAsync(
              () -> {
                Server.sleep(300);
                restarted.replace();
              });
      assertEquals(1, calls(client.parse(request("llama3", ONE_CALL))).size());
      restart.join();
    }
  }

  @Test
  void noServerIsUnavailable() {
    try (ToolParserClient nobody = ToolParserClient.create("unix:" + Server.temporary().resolve("nobody"))) {
      assertFails(Status.Code.UNAVAILABLE, nobody::families);
      assertFails(Status.Code.UNAVAILABLE, () -> nobody.stream(start("llama3")));
    }
  }

  @Test
  void aTokenLetsIn() throws Exception {
    Path tokens = Files.writeString(Server.temporary().resolve("tokens"), "tester 8c9f3d1f6a0e4f4c9b62\n");
    AtomicInteger asked = new AtomicInteger();
    List<String> said = List.of("yesterday's", "8c9f3d1f6a0e4f4c9b62");
    try (Server guarded = new Server("--tokens", tokens.toString());
        ToolParserClient stranger = guarded.client();
        ToolParserClient known = ToolParserClient.builder(guarded.target()).token(said.get(1)).build();
        ToolParserClient changing =
            ToolParserClient.builder(guarded.target()).token(() -> said.get(asked.getAndIncrement())).build()) {
      assertFails(Status.Code.UNAUTHENTICATED, stranger::families);
      known.families();
      assertFails(Status.Code.UNAUTHENTICATED, changing::families);
      changing.families();
    }
  }

  @Test
  void aTokenLeavesTheMachineByTlsAlone() {
    List<String> local =
        List.of("unix:/run/t.sock", "127.0.0.1:50051", "dns:///localhost:50051", "localhost:50051", "[::1]:50051");
    for (String target : local) {
      ToolParserClient.builder(target).token("secret").build().close();
    }
    for (String target : List.of("toolparser:50051", "dns:///toolparser:50051", "localhost.example:50051")) {
      ToolParserClient.Builder builder = ToolParserClient.builder(target).token("secret");
      assertThrows(IllegalArgumentException.class, builder::build);
      ToolParserClient.builder(target).token("secret").allowPlaintextToken().build().close();
      builder.credentials(TlsChannelCredentials.create()).build().close();
    }
  }
}
