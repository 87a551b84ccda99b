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

import com.google.protobuf.Any;
import com.google.rpc.RetryInfo;
import io.github.toolparser.v1.ContentPolicy;
import io.github.toolparser.v1.InvalidReason;
import io.github.toolparser.v1.ListFamiliesRequest;
import io.github.toolparser.v1.ListFamiliesResponse;
import io.github.toolparser.v1.ParseOptions;
import io.github.toolparser.v1.ParseToolCallsRequest;
import io.github.toolparser.v1.ParseToolCallsResponse;
import io.github.toolparser.v1.Tool;
import io.github.toolparser.v1.ToolParserServiceGrpc;
import io.grpc.Grpc;
import io.grpc.InsecureServerCredentials;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.TlsChannelCredentials;
import io.grpc.protobuf.StatusProto;
import io.grpc.stub.StreamObserver;
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
    assertFails(Status.Code.NOT_FOUND, () -> client.parse(request("unknown", "x")));
    assertFails(Status.Code.NOT_FOUND, () -> client.stream(start("unknown")));
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
  void noServerIsUnavailableWithinTheTimeout() {
    String target = "unix:" + Server.temporary().resolve("none");
    for (Duration timeout : List.of(Duration.ofMillis(500), Duration.ofSeconds(2), Duration.ZERO)) {
      try (ToolParserClient absent = ToolParserClient.builder(target).timeout(timeout).build()) {
        StatusRuntimeException error = assertThrows(StatusRuntimeException.class, absent::families);
        assertEquals(Status.Code.UNAVAILABLE, error.getStatus().getCode(), timeout.toString());
        assertEquals(
            "connection refused; is `toolparser serve` running at " + target + "?",
            error.getStatus().getDescription(),
            timeout.toString());
      }
    }
  }

  /** A service that rejects two calls before it answers. */
  private static final class Overloaded extends ToolParserServiceGrpc.ToolParserServiceImplBase {
    private final boolean retryInfo;
    private final AtomicInteger calls = new AtomicInteger();

    Overloaded(boolean retryInfo) {
      this.retryInfo = retryInfo;
    }

    @Override
    public void listFamilies(ListFamiliesRequest request, StreamObserver<ListFamiliesResponse> answers) {
      if (calls.incrementAndGet() > 2) {
        answers.onNext(ListFamiliesResponse.getDefaultInstance());
        answers.onCompleted();
        return;
      }
      com.google.rpc.Status.Builder status =
          com.google.rpc.Status.newBuilder().setCode(Status.Code.RESOURCE_EXHAUSTED.value());
      if (retryInfo) {
        status.addDetails(Any.pack(RetryInfo.getDefaultInstance()));
      }
      answers.onError(StatusProto.toStatusRuntimeException(status.build()));
    }
  }

  @Test
  void anOverloadedServiceIsAskedAgainIfItSaysSo() throws Exception {
    for (boolean retryInfo : new boolean[] {true, false}) {
      Overloaded service = new Overloaded(retryInfo);
      io.grpc.Server standIn = Grpc.newServerBuilderForPort(0, InsecureServerCredentials.create()).addService(service).build().start();
      try (ToolParserClient client = ToolParserClient.create("127.0.0.1:" + standIn.getPort())) {
        if (retryInfo) {
          assertEquals(List.of(), client.families());
          assertEquals(3, service.calls.get());
        } else {
          assertFails(Status.Code.RESOURCE_EXHAUSTED, client::families);
          assertEquals(1, service.calls.get());
        }
      } finally {
        standIn.shutdownNow();
      }
    }
  }

  @Test
  void aToolWithoutANameIsAnError() {
    ParseToolCallsRequest request =
        request("llama3", ONE_CALL).toBuilder().addTools(Tool.newBuilder().setType("function")).build();
    assertFails(Status.Code.INVALID_ARGUMENT, () -> client.parse(request));
  }

  @Test
  void noServerIsUnavailableForAStream() {
    try (ToolParserClient absent = ToolParserClient.create("unix:" + Server.temporary().resolve("none"))) {
      assertFails(Status.Code.UNAVAILABLE, () -> absent.stream(start("llama3")));
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
