package io.github.toolparser.examples;

import io.github.toolparser.client.Session;
import io.github.toolparser.client.ToolParserClient;
import io.github.toolparser.v1.DeltaMessage;
import io.github.toolparser.v1.DeltaToolCall;
import io.github.toolparser.v1.FinishReason;
import io.github.toolparser.v1.StreamStart;
import java.util.List;

public class Stream {
  public static void main(String[] args) {
    String target = args.length > 0 ? args[0] : "127.0.0.1:50051";
    List<String> pieces =
        List.of("Let me ", "look. {\"name\": \"get_weather\", \"parameters\": {\"city\": \"Z", "ürich\"}}");
    StreamStart start = StreamStart.newBuilder().setFamily("llama3").build();
    try (ToolParserClient client = ToolParserClient.create(target);
        Session session = client.stream(start)) {
      for (String piece : pieces) {
        show(session.send(piece));
      }
      Session.Finished finished = session.finish(FinishReason.FINISH_REASON_STOP);
      show(finished.delta());
      System.out.println(finished.response().getResult().getToolCallsCount() + " call");
    }
  }

  private static void show(DeltaMessage delta) {
    if (delta.hasContent()) {
      System.out.println("content '" + delta.getContent() + "'");
    }
    for (DeltaToolCall call : delta.getToolCallsList()) {
      System.out.printf(
          "call %d: name '%s', arguments '%s', complete %b%n",
          call.getIndex(), call.getFunction().getName(), call.getFunction().getArguments(), call.getComplete());
    }
  }
}
