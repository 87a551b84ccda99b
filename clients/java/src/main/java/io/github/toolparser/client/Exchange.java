package io.github.toolparser.client;

import io.github.toolparser.v1.StreamToolCallsRequest;
import io.github.toolparser.v1.StreamToolCallsResponse;
import io.github.toolparser.v1.ToolParserServiceGrpc.ToolParserServiceStub;
import io.grpc.Metadata;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.ClientCallStreamObserver;
import io.grpc.stub.ClientResponseObserver;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** A stream of requests, each of which waits for its answer. It knows no session, so that one can be forgotten. */
final class Exchange implements ClientResponseObserver<StreamToolCallsRequest, StreamToolCallsResponse> {
  /** An answer, or how the stream ended. */
  private record Event(StreamToolCallsResponse answer, Status end, Metadata trailers) {}

  private static final Duration FOREVER = Duration.ofNanos(Long.MAX_VALUE);

  private static final Status UNOPENED =
      Status.DEADLINE_EXCEEDED.withDescription(
          "the service opened no stream in time; the connection may have all its calls open, at most"
              + " --max-concurrent-streams of the server (by default 1024): end sessions, use several"
              + " clients, or MultiplexToolCalls");

  private final BlockingQueue<Event> events = new LinkedBlockingQueue<>();
  private ClientCallStreamObserver<StreamToolCallsRequest> requests;

  Exchange(ToolParserServiceStub stub) {
    stub.streamToolCalls(this);
  }

  /**
   * Asks for the first time. A connection that has all its calls open makes a new one wait without
   * an error: after a time, of which zero is no limit, the call is given up.
   */
  void open(StreamToolCallsRequest request, Duration opening) {
    put(request);
    try {
      answered(next(opening.isZero() ? FOREVER : opening));
    } catch (StatusRuntimeException error) {
      cancel();
      throw error.getStatus().getCode() == Status.Code.DEADLINE_EXCEEDED ? UNOPENED.asRuntimeException() : error;
    }
  }

  StreamToolCallsResponse ask(StreamToolCallsRequest request) {
    put(request);
    return answered(next());
  }

  private void put(StreamToolCallsRequest request) {
    try {
      requests.onNext(request);
    } catch (IllegalStateException ended) {
      // Of a stream that has ended the next event says why.
    }
  }

  private static StreamToolCallsResponse answered(Event event) {
    if (event.end == null) {
      return event.answer;
    }
    throw event.end.isOk()
        ? Status.FAILED_PRECONDITION.withDescription("the session has ended").asRuntimeException()
        : event.end.asRuntimeException(event.trailers);
  }

  /** Ends the requests, and waits for the stream's own end, so that it isn't counted as cut off. */
  void complete() {
    requests.onCompleted();
    Event event = next();
    if (event.end != null && !event.end.isOk()) {
      throw event.end.asRuntimeException(event.trailers);
    }
  }

  void cancel() {
    requests.cancel("the session was closed", null);
  }

  /** The next event. */
  private Event next() {
    return next(FOREVER);
  }

  /** The next event, or one that says that it is late; the end is there for every further question. */
  private Event next(Duration limit) {
    try {
      Event event = events.poll(limit.toNanos(), TimeUnit.NANOSECONDS);
      if (event == null) {
        event = new Event(null, Status.DEADLINE_EXCEEDED, new Metadata());
      }
      if (event.end != null) {
        events.add(event);
      }
      return event;
    } catch (InterruptedException interrupted) {
      cancel();
      Thread.currentThread().interrupt();
      throw new StatusRuntimeException(Status.CANCELLED.withDescription("interrupted").withCause(interrupted));
    }
  }

  @Override
  public void beforeStart(ClientCallStreamObserver<StreamToolCallsRequest> requests) {
    this.requests = requests;
  }

  @Override
  public void onNext(StreamToolCallsResponse answer) {
    events.add(new Event(answer, null, null));
  }

  @Override
  public void onError(Throwable error) {
    events.add(new Event(null, Status.fromThrowable(error), Status.trailersFromThrowable(error)));
  }

  @Override
  public void onCompleted() {
    events.add(new Event(null, Status.OK, null));
  }
}
