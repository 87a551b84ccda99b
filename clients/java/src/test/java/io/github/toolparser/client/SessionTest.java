package io.github.toolparser.client;

import static io.github.toolparser.client.Outputs.assertFails;
import static io.github.toolparser.client.Outputs.request;
import static io.github.toolparser.client.Outputs.start;
import static io.github.toolparser.client.Outputs.withoutMadeIds;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.toolparser.client.Outputs.Added;
import io.github.toolparser.v1.FinishReason;
import io.github.toolparser.v1.ParseToolCallsResponse;
import io.github.toolparser.v1.Span;
import io.github.toolparser.v1.SpecialTokens;
import io.github.toolparser.v1.StreamStart;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Sessions: one output while it is generated. */
class SessionTest {
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

  private static ParseToolCallsResponse streamed(String family, Stream<String> pieces) {
    try (Session session = client.stream(start(family))) {
      Added added = new Added();
      pieces.forEach(piece -> added.add(session.send(piece)));
      return finished(session, added);
    }
  }

  private static ParseToolCallsResponse finished(Session session, Added added) {
    Session.Finished finished = session.finish(FinishReason.FINISH_REASON_UNSPECIFIED);
    added.add(finished.delta());
    added.check(finished.response());
    return withoutMadeIds(finished.response());
  }

  @Test
  void specialTokensOfPieces() {
    String call =
        "<tool_call>\n<function=f>\n<parameter=x>\né\n</parameter>\n</function>\n</tool_call>";
    String quoted = "The log says é " + call + ". ";
    byte[] output = (quoted + call).getBytes(StandardCharsets.UTF_8);
    int begin = quoted.getBytes(StandardCharsets.UTF_8).length;
    int[][] tokens = {{begin, begin + 11}, {output.length - 12, output.length}};
    for (int size : new int[] {1, 3, 10, output.length}) {
      StreamStart start =
          start("qwen3_coder").toBuilder()
              .setSpecialTokens(SpecialTokens.getDefaultInstance())
              .build();
      try (Session session = client.stream(start)) {
        for (int at = 0; at < output.length; at += size) {
          int end = Math.min(at + size, output.length);
          List<Span> spans = new ArrayList<>();
          for (int[] token : tokens) {
            int from = Math.max(at, token[0]);
            int to = Math.min(end, token[1]);
            if (from < to) {
              spans.add(Span.newBuilder().setStart(from - at).setEnd(to - at).build());
            }
          }
          session.send(Arrays.copyOfRange(output, at, end), spans);
        }
        var result = session.finish(FinishReason.FINISH_REASON_STOP).response().getResult();
        assertEquals(1, result.getToolCallsCount());
        assertEquals("{\"x\":\"é\"}", result.getToolCalls(0).getFunction().getArguments());
        assertEquals(quoted.trim(), result.getContent());
      }
    }
  }

  record Output(String family, String text) {}

  static List<Output> outputs() {
    return List.of(
        new Output("llama3", Outputs.ONE_CALL),
        new Output("kimi", Outputs.TWO_CALLS),
        new Output("llama3", Outputs.PROSE),
        new Output("llama3", Outputs.CUT_OFF));
  }

  @ParameterizedTest
  @MethodSource("outputs")
  void aStreamGivesWhatUnaryGives(Output output) {
    String text = output.text;
    ParseToolCallsResponse whole = withoutMadeIds(client.parse(request(output.family, text)));
    // Every place, those between two surrogates too.
    for (int cut = 0; cut <= text.length(); cut++) {
      assertEquals(whole, streamed(output.family, Stream.of(text.substring(0, cut), text.substring(cut))));
    }
    assertEquals(whole, streamed(output.family, text.codePoints().mapToObj(Character::toString)));
    assertEquals(whole, streamed(output.family, text.chars().mapToObj(unit -> String.valueOf((char) unit))));

    try (Session session = client.stream(start(output.family))) {
      Added added = new Added();
      for (byte one : text.getBytes(StandardCharsets.UTF_8)) {
        added.add(session.send(new byte[] {one}));
      }
      assertEquals(whole, finished(session, added));
    }
  }

  @Test
  void halfASurrogatePairIsReplacedAndNothingIsLost() {
    List<List<String>> outputs =
        List.of(List.of("a\uD83D"), List.of("a", "\uD83D"), List.of("\uD83D", "a"), List.of("\uDC9Fa\uD83D", ""));
    for (List<String> pieces : outputs) {
      String text = String.join("", pieces).replace('\uD83D', '\uFFFD').replace('\uDC9F', '\uFFFD');
      assertEquals(text, streamed("llama3", pieces.stream()).getResult().getContent());
    }
  }

  /** However busy the machine is: a deadline may pass before the session has started. */
  @Test
  @Timeout(30)
  void aDeadlineEndsASession() {
    long begun = System.nanoTime();
    assertFails(
        Status.Code.DEADLINE_EXCEEDED,
        () -> {
          try (Session session = client.stream(start("llama3"), Duration.ofMillis(300))) {
            while (true) {
              session.send("x");
              Server.sleep(20);
            }
          }
        });
    long took = Duration.ofNanos(System.nanoTime() - begun).toMillis();
    assertTrue(took > 290, took + " ms");
  }

  @Test
  void aSessionThatHasEndedTakesNothingMore() {
    Session finished = client.stream(start("llama3"));
    finished.finish(FinishReason.FINISH_REASON_STOP);
    assertFails(Status.Code.FAILED_PRECONDITION, () -> finished.send("x"));
    Session closed = client.stream(start("llama3"));
    closed.close();
    assertFails(Status.Code.CANCELLED, () -> closed.send("x"));
  }

  @Test
  void aServerThatGoesAwayIsUnavailable() {
    try (Server gone = new Server();
        ToolParserClient client = gone.client();
        Session session = client.stream(start("llama3"))) {
      session.send("x");
      gone.kill();
      assertFails(Status.Code.UNAVAILABLE, () -> session.send("x"));
    }
  }

  @Test
  void aSessionThatIsClosedEndsItsStream() {
    beginsAgainAfter(client -> client.stream(start("llama3")).close());
  }

  @Test
  void aSessionThatIsFinishedEndsItsStream() {
    beginsAgainAfter(client -> client.stream(start("llama3")).finish(FinishReason.FINISH_REASON_STOP));
  }

  @Test
  void aSessionThatIsForgottenEndsItsStream() {
    beginsAgainAfter(client -> client.stream(start("llama3")));
  }

  @Test
  void aSessionWhoseThreadIsInterruptedEndsItsStream() {
    beginsAgainAfter(
        client -> {
          Session session = client.stream(start("llama3"));
          Thread.currentThread().interrupt();
          assertFails(Status.Code.CANCELLED, () -> session.send("x"));
          assertTrue(Thread.interrupted());
        });
  }

  /** The server has room for one stream: a second session can begin once the first has ended. */
  private static void beginsAgainAfter(Consumer<ToolParserClient> abandon) {
    try (Server small = new Server("--max-streams", "1");
        ToolParserClient client = small.client()) {
      try (Session session = client.stream(start("llama3"))) {
        assertFails(Status.Code.RESOURCE_EXHAUSTED, () -> client.stream(start("llama3")));
        session.finish(FinishReason.FINISH_REASON_STOP);
      }
      Server.eventually(() -> hasRoom(() -> abandon.accept(client)));
      Server.eventually(() -> hasRoom(() -> client.stream(start("llama3")).close()));
    }
  }

  private static boolean hasRoom(Runnable attempt) {
    System.gc();
    try {
      attempt.run();
      return true;
    } catch (StatusRuntimeException error) {
      assertEquals(Status.Code.RESOURCE_EXHAUSTED, error.getStatus().getCode(), error.getMessage());
      return false;
    }
  }

  @Test
  @Timeout(60)
  void aSessionOverTheLimitOfTheConnectionIsAnErrorThatNamesIt() {
    try (Server small = new Server("--max-concurrent-streams", "1");
        ToolParserClient few =
            ToolParserClient.builder(small.target()).timeout(Duration.ofMillis(500)).build()) {
      try (Session first = few.stream(start("llama3"))) {
        for (Executable late :
            List.<Executable>of(
                () -> few.stream(start("llama3")), () -> few.stream(start("llama3"), Duration.ofMillis(100)))) {
          Status status = assertThrows(StatusRuntimeException.class, late).getStatus();
          assertEquals(Status.Code.DEADLINE_EXCEEDED, status.getCode());
          assertTrue(status.getDescription().contains("--max-concurrent-streams"), status.getDescription());
        }
        Server.sleep(700); // the client's timeout is only that of the opening
        assertEquals("Hi.", first.send("Hi.").getContent());
        first.finish(FinishReason.FINISH_REASON_STOP);
      }
      try (Session next = few.stream(start("llama3"))) {
        assertEquals("Hi.", next.send("Hi.").getContent());
      }
    }
  }
}
