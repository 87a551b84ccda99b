package io.github.toolparser.client;

import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.ClientInterceptor;
import io.grpc.ForwardingClientCall.SimpleForwardingClientCall;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import java.util.function.Supplier;

/** What goes with every call: the token, if there is one, and the longest answer that is taken. */
record Headers(Supplier<String> token, int maxReceiveBytes) implements ClientInterceptor {
  private static final Metadata.Key<String> AUTHORIZATION = key("authorization");
  private static final Metadata.Key<String> MAX_RESPONSE_BYTES = key("toolparser-max-response-bytes");

  private static Metadata.Key<String> key(String name) {
    return Metadata.Key.of(name, Metadata.ASCII_STRING_MARSHALLER);
  }

  @Override
  public <Q, R> ClientCall<Q, R> interceptCall(MethodDescriptor<Q, R> method, CallOptions options, Channel next) {
    return new SimpleForwardingClientCall<>(next.newCall(method, options)) {
      @Override
      public void start(Listener<R> listener, Metadata headers) {
        headers.put(MAX_RESPONSE_BYTES, String.valueOf(maxReceiveBytes));
        if (token != null) {
          headers.put(AUTHORIZATION, "Bearer " + token.get());
        }
        super.start(listener, headers);
      }
    };
  }
}
