package io.github.toolparser.client;

import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.ClientInterceptor;
import io.grpc.ForwardingClientCall.SimpleForwardingClientCall;
import io.grpc.ForwardingClientCallListener.SimpleForwardingClientCallListener;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import java.nio.channels.ClosedChannelException;

/**
 * Gives a connection that was lost one status, UNAVAILABLE. Netty's transport says UNKNOWN to a call
 * that is written while its connection closes (grpc-java's issues 10120 and 10474).
 */
final class LostConnections implements ClientInterceptor {
  @Override
  public <Q, R> ClientCall<Q, R> interceptCall(MethodDescriptor<Q, R> method, CallOptions options, Channel next) {
    return new SimpleForwardingClientCall<>(next.newCall(method, options)) {
      @Override
      public void start(Listener<R> listener, Metadata headers) {
        super.start(
            new SimpleForwardingClientCallListener<>(listener) {
              @Override
              public void onClose(Status status, Metadata trailers) {
                super.onClose(told(status), trailers);
              }
            },
            headers);
      }
    };
  }

  /** The status, unless it is the transport's for a closed connection: no server's status has a cause. */
  private static Status told(Status status) {
    return status.getCode() == Status.Code.UNKNOWN && status.getCause() instanceof ClosedChannelException
        ? Status.UNAVAILABLE.withDescription(status.getDescription()).withCause(status.getCause())
        : status;
  }
}
