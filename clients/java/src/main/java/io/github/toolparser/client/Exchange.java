package io.github.toolparser.client;

import io.github.toolparser.v1.StreamToolCallsRequest;
import io.github.toolparser.v1.StreamToolCallsResponse;
import io.github.toolparser.v1.ToolParserServiceGrpc.ToolParserServiceStub;
import io.grpc.Metadata;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.ClientCallStreamObserver;
import io.grpc.stub.ClientResponseObserver;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/** A stream of requests, each of which waits for its answer. It knows no session, so that one can be forgotten. */
final class Exchange implements ClientResponseObserver<StreamToolCallsRequest, StreamToolCallsResponse> {
  /** An answer, or how the stream ended. */
  private record Event(StreamToolCallsResponse answer, Status end, Metadata trailers) {}

  private final BlockingQueue<Event> events = new LinkedBlockingQueue<>();
  private ClientCallStreamObserver<StreamToolCallsRequest> requests;

  Exchange(ToolParserServiceStub stub) {
    stub.streamToolCalls(this);
  }

  StreamToolCallsResponse ask(StreamToolCallsRequest request) {
    try {
      requests.onNext(request);
    } catch (IllegalStateException ended) {
      // Of a stream that has ended the next event says why.
    }
    Event event = next();
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

  /** The next event; the end is there for every further question. */
  private Event next() {
    try {
      Event event = events.take();
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
