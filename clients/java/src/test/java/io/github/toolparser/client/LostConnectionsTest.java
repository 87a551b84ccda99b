package io.github.toolparser.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.github.toolparser.v1.ListFamiliesRequest;
import io.github.toolparser.v1.ToolParserServiceGrpc;
import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.ClientInterceptors;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.nio.channels.ClosedChannelException;
import org.junit.jupiter.api.Test;

/** The status of a call whose connection closes: a race, so its end is played here. */
class LostConnectionsTest {
  @Test
  void aClosedConnectionIsUnavailable() {
    Throwable cause = new ClosedChannelException();
    Status told = told(Status.UNKNOWN.withDescription("channel closed").withCause(cause));
    assertEquals(Status.Code.UNAVAILABLE, told.getCode());
    assertEquals("channel closed", told.getDescription());
    assertSame(cause, told.getCause());
  }

  @Test
  void whatTheServiceSaysStays() {
    for (Status said : new Status[] {Status.UNKNOWN.withDescription("x"), Status.INTERNAL, Status.NOT_FOUND}) {
      Status told = told(said);
      assertEquals(said.getCode(), told.getCode());
      assertEquals(said.getDescription(), told.getDescription());
    }
  }

  /** The status that a caller gets of a call that a transport ends with a status. */
  private static Status told(Status end) {
    Channel channel = ClientInterceptors.intercept(new Ending(end), new LostConnections());
    return assertThrows(
            StatusRuntimeException.class,
            () -> ToolParserServiceGrpc.newBlockingStub(channel).listFamilies(ListFamiliesRequest.getDefaultInstance()))
        .getStatus();
  }

  /** A channel that ends every call with a status. */
  private static final class Ending extends Channel {
    private final Status status;

    private Ending(Status status) {
      this.status = status;
    }

    @Override
    public String authority() {
      return "test";
    }

    @Override
    public <Q, R> ClientCall<Q, R> newCall(MethodDescriptor<Q, R> method, CallOptions options) {
      return new ClientCall<>() {
        @Override
        public void start(Listener<R> listener, Metadata headers) {
          options.getExecutor().execute(() -> listener.onClose(status, new Metadata()));
        }

        @Override
        public void request(int messages) {}

        @Override
        public void cancel(String message, Throwable cause) {}

        @Override
        public void halfClose() {}

        @Override
        public void sendMessage(Q message) {}
      };
    }
  }
}
