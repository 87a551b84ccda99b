package io.github.toolparser.client;

import io.github.toolparser.v1.Family;
import io.github.toolparser.v1.ListFamiliesRequest;
import io.github.toolparser.v1.ParseToolCallsRequest;
import io.github.toolparser.v1.ParseToolCallsResponse;
import io.github.toolparser.v1.StreamStart;
import io.github.toolparser.v1.ToolParserServiceGrpc;
import io.github.toolparser.v1.ToolParserServiceGrpc.ToolParserServiceBlockingStub;
import io.grpc.Channel;
import io.grpc.ChannelCredentials;
import io.grpc.ClientInterceptors;
import io.grpc.Grpc;
import io.grpc.InsecureChannelCredentials;
import io.grpc.ManagedChannel;
import io.grpc.stub.AbstractStub;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Calls the service. It is safe to share between threads, and connects when it is first used.
 *
 * <p>A unary call is repeated within its timeout, up to five attempts, while the service is
 * unavailable, or overloaded and asks for another attempt (RESOURCE_EXHAUSTED with RetryInfo).
 * Errors are {@link io.grpc.StatusRuntimeException}.
 */
public final class ToolParserClient implements AutoCloseable {
  private final String target;
  private final ManagedChannel connection;
  private final Channel channel;
  private final Duration timeout;

  private ToolParserClient(Builder builder) {
    target = builder.target;
    connection =
        Grpc.newChannelBuilder(builder.target, builder.credentials)
            .defaultLoadBalancingPolicy("round_robin")
            .maxInboundMessageSize(builder.maxReceiveBytes)
            .build();
    channel =
        ClientInterceptors.intercept(
            connection, new Headers(builder.token, builder.maxReceiveBytes), new LostConnections());
    timeout = builder.timeout;
  }

  /**
   * A client of a target: {@code host:port}, {@code unix:PATH} (on Linux), or any other name that
   * gRPC resolves, such as {@code dns:///toolparser:50051}, of which it uses all addresses in turn.
   */
  public static ToolParserClient create(String target) {
    return builder(target).build();
  }

  /** A client with settings of its own. */
  public static Builder builder(String target) {
    return new Builder(target);
  }

  /** Parses one complete output. Surrogates that stand alone in it count as U+FFFD. */
  public ParseToolCallsResponse parse(ParseToolCallsRequest request) {
    ParseToolCallsRequest whole =
        request.toBuilder().setModelOutputBytes(Text.utf8(request.getModelOutput())).build();
    return unary(stub -> stub.parseToolCalls(whole));
  }

  /** The families that the service knows. */
  public List<Family> families() {
    return unary(stub -> stub.listFamilies(ListFamiliesRequest.getDefaultInstance())).getFamiliesList();
  }

  /**
   * Begins a session that may last as long as it takes. If the service opens no stream within the
   * client's timeout, for example because the connection has all its calls open, the error is
   * DEADLINE_EXCEEDED.
   */
  public Session stream(StreamStart start) {
    return new Session(ToolParserServiceGrpc.newStub(channel), start, timeout);
  }

  /** Begins a session that may last no longer than a timeout. */
  public Session stream(StreamStart start, Duration timeout) {
    return new Session(within(timeout, ToolParserServiceGrpc.newStub(channel)), start, timeout);
  }

  /** The channel, for the generated stubs: BatchParseToolCalls, futures. */
  public Channel channel() {
    return channel;
  }

  /** Ends all calls and sessions, and the connection. */
  @Override
  public void close() {
    connection.shutdownNow();
  }

  private <R> R unary(Function<ToolParserServiceBlockingStub, R> call) {
    ToolParserServiceBlockingStub stub = within(timeout, ToolParserServiceGrpc.newBlockingStub(channel));
    Retry retry = new Retry(target, stub.getCallOptions().getDeadline(), connection::resetConnectBackoff);
    return retry.call(() -> call.apply(stub));
  }

  private static <S extends AbstractStub<S>> S within(Duration timeout, S stub) {
    return timeout.isZero() ? stub : stub.withDeadlineAfter(timeout.toNanos(), TimeUnit.NANOSECONDS);
  }

  /** How a client reaches the service. */
  public static final class Builder {
    private static final Set<String> LOCAL = Set.of("localhost", "127.0.0.1", "[::1]");

    private final String target;
    private Duration timeout = Duration.ofSeconds(10);
    private ChannelCredentials credentials = InsecureChannelCredentials.create();
    private Supplier<String> token;
    private boolean plaintextToken;
    private int maxReceiveBytes = 128 << 20;

    private Builder(String target) {
      this.target = Objects.requireNonNull(target);
    }

    /** How long a unary call may take, by default 10 seconds; zero for no limit. */
    public Builder timeout(Duration timeout) {
      this.timeout = timeout;
      return this;
    }

    /** TLS: {@link io.grpc.TlsChannelCredentials}. Without it the connection has none. */
    public Builder credentials(ChannelCredentials credentials) {
      this.credentials = credentials;
      return this;
    }

    /**
     * Sends a bearer token with every call. It leaves this machine by TLS only, unless {@link
     * #allowPlaintextToken} is given too.
     */
    public Builder token(String token) {
      return token(() -> token);
    }

    /** As {@link #token(String)}, with a function that is asked for every call. */
    public Builder token(Supplier<String> token) {
      this.token = token;
      return this;
    }

    /** Lets tokens travel to other machines without TLS. */
    public Builder allowPlaintextToken() {
      plaintextToken = true;
      return this;
    }

    /**
     * The longest answer that is taken, by default 128 MiB: one can be several times as long as its
     * output. The service knows the limit: a longer answer becomes the error RESOURCE_EXHAUSTED.
     */
    public Builder maxReceiveBytes(int bytes) {
      maxReceiveBytes = bytes;
      return this;
    }

    /** Makes the client. */
    public ToolParserClient build() {
      boolean plaintext = credentials instanceof InsecureChannelCredentials;
      if (token != null && plaintext && !plaintextToken && !isLocal()) {
        throw new IllegalArgumentException(
            "a token for " + target + " would travel in plaintext: give credentials, or allowPlaintextToken");
      }
      return new ToolParserClient(this);
    }

    private boolean isLocal() {
      String host = target.replaceFirst("^.*/", "").replaceFirst(":\\d+$", "");
      return target.startsWith("unix:") || LOCAL.contains(host);
    }
  }
}
