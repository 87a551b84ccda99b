package io.github.toolparser.examples;

import io.github.toolparser.client.ToolParserClient;
import io.github.toolparser.v1.FinishReason;
import io.github.toolparser.v1.FunctionDefinition;
import io.github.toolparser.v1.ParseToolCallsRequest;
import io.github.toolparser.v1.ParseToolCallsResponse;
import io.github.toolparser.v1.Tool;
import io.github.toolparser.v1.ToolCall;

public class Output {
  public static void main(String[] args) {
    String target = args.length > 0 ? args[0] : "127.0.0.1:50051";
    FunctionDefinition weather =
        FunctionDefinition.newBuilder().setName("get_weather").setParameters("{\"type\": \"object\"}").build();
    try (ToolParserClient client = ToolParserClient.create(target)) {
      ParseToolCallsResponse response =
          client.parse(
              ParseToolCallsRequest.newBuilder()
                  .setFamily("llama3")
                  .setModelOutput("Let me look. {\"name\": \"get_weather\", \"parameters\": {\"city\": \"Zürich\"}}")
                  .addTools(Tool.newBuilder().setFunction(weather))
                  .setFinishReason(FinishReason.FINISH_REASON_STOP)
                  .build());
      System.out.println(response.getResult().getContent());
      for (ToolCall call : response.getResult().getToolCallsList()) {
        System.out.println(call.getFunction().getName() + " " + call.getFunction().getArguments());
      }
    }
  }
}
