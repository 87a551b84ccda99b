package io.github.toolparser.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.github.toolparser.v1.DeltaMessage;
import io.github.toolparser.v1.DeltaToolCall;
import io.github.toolparser.v1.ParseToolCallsRequest;
import io.github.toolparser.v1.ParseToolCallsResponse;
import io.github.toolparser.v1.StreamStart;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.function.Executable;

/** Outputs of models, and what they come to. */
final class Outputs {
  static final String ONE_CALL =
      "Let me look. {\"name\": \"get_weather\", \"parameters\": {\"city\": \"Zürich \uD83D\uDE00\"}} One moment.";

  static final String TWO_CALLS =
      "I'll check both.\n<|tool_calls_section_begin|><|tool_call_begin|>functions.get_weather:0"
          + "<|tool_call_argument_begin|>{\"city\": \"Zürich\"}<|tool_call_end|>"
          + "<|tool_call_begin|>functions.get_time:1"
          + "<|tool_call_argument_begin|>{\"zone\": \"Europe/Zurich\"}<|tool_call_end|><|tool_calls_section_end|>";

  static final String PROSE = "There is nothing to call here, {only} some \uD83D\uDE00 text.\n";

  static final String CUT_OFF = "I will call {\"name\": \"get_weather\", \"parameters\": {\"city\": \"Zür";

  static ParseToolCallsRequest request(String family, String output) {
    return ParseToolCallsRequest.newBuilder().setFamily(family).setModelOutput(output).build();
  }

  static StreamStart start(String family) {
    return StreamStart.newBuilder().setFamily(family).build();
  }

  /** The names and arguments of a result. */
  static List<String> calls(ParseToolCallsResponse response) {
    return response.getResult().getToolCallsList().stream()
        .map(call -> call.getFunction().getName() + call.getFunction().getArguments())
        .toList();
  }

  /** The response without ids that are made at random. */
  static ParseToolCallsResponse withoutMadeIds(ParseToolCallsResponse response) {
    ParseToolCallsResponse.Builder made = response.toBuilder();
    for (int i = 0; i < response.getDiagnostics().getToolCallsCount(); i++) {
      if (response.getDiagnostics().getToolCalls(i).getIdSynthesized()) {
        made.getResultBuilder().getToolCallsBuilder(i).clearId();
      }
    }
    return made.build();
  }

  static void assertFails(Status.Code code, Executable work) {
    StatusRuntimeException error = assertThrows(StatusRuntimeException.class, work);
    assertEquals(code, error.getStatus().getCode(), error.getMessage());
  }

  /** Deltas added up. */
  static final class Added {
    private final StringBuilder content = new StringBuilder();
    private final SortedMap<Integer, String> calls = new TreeMap<>();

    void add(DeltaMessage delta) {
      content.append(delta.getContent());
      for (DeltaToolCall call : delta.getToolCallsList()) {
        String piece = call.getFunction().getName() + call.getFunction().getArguments();
        calls.merge(call.getIndex(), piece, String::concat);
      }
      delta.getInvalidToolCallsList().forEach(withdrawn -> calls.remove(withdrawn.getIndex()));
    }

    void check(ParseToolCallsResponse response) {
      assertEquals(calls(response), new ArrayList<>(calls.values()));
      assertEquals(response.getResult().getContent().strip(), content.toString().strip());
    }
  }

  private Outputs() {}
}
