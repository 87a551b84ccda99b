package io.github.toolparser.client;

import com.google.protobuf.ByteString;
import io.github.toolparser.v1.DeltaMessage;
import io.github.toolparser.v1.FinishReason;
import io.github.toolparser.v1.ParseToolCallsResponse;
import io.github.toolparser.v1.Span;
import io.github.toolparser.v1.StreamFinish;
import io.github.toolparser.v1.StreamStart;
import io.github.toolparser.v1.StreamToolCallsRequest;
import io.github.toolparser.v1.StreamToolCallsResponse;
import io.github.toolparser.v1.ToolParserServiceGrpc.ToolParserServiceStub;
import java.lang.ref.Cleaner;
import java.time.Duration;
import java.util.List;

/**
 * One output while it is generated, in lockstep: every piece waits for its answer. It isn't safe
 * for use by several threads at once.
 *
 * <p>A session that wasn't finished ends its stream at once when it is closed, when its thread is
 * interrupted while it waits, and when it is forgotten. Errors are {@link
 * io.grpc.StatusRuntimeException}.
 */
public final class Session implements AutoCloseable {
  private static final Cleaner FORGOTTEN = Cleaner.create();

  private final Exchange exchange;
  private final Cleaner.Cleanable end;
  /** The high surrogate that the last piece ended with: half a code point. */
  private String half = "";

  /** The stream must be open within a time, of which zero is no limit. */
  Session(ToolParserServiceStub stub, StreamStart start, Duration opening) {
    exchange = new Exchange(stub);
    end = FORGOTTEN.register(this, exchange::cancel);
    exchange.open(StreamToolCallsRequest.newBuilder().setStart(start).build(), opening);
  }

  /**
   * Sends a piece, and returns what became certain by it; empty if nothing did. It may end between
   * two surrogates; one that stays alone is U+FFFD.
   */
  public DeltaMessage send(String piece) {
    return send(piece, List.of());
  }

  /**
   * Sends a piece with special tokens, which are at the spans, in bytes of UTF-8 of the piece. The
   * start needs its special tokens. A token that is divided between pieces has a span in each.
   */
  public DeltaMessage send(String piece, List<Span> specialTokens) {
    String text = half + piece;
    int before = half.isEmpty() ? 0 : Text.utf8(text).size() - Text.utf8(piece).size();
    int whole = Text.endsInHalf(text) ? text.length() - 1 : text.length();
    half = text.substring(whole);
    ByteString delta = Text.utf8(text.substring(0, whole));
    StreamToolCallsRequest.Builder request = StreamToolCallsRequest.newBuilder().setDeltaBytes(delta);
    return exchange.ask(request.addAllSpecialTokens(shifted(specialTokens, before)).build()).getDelta();
  }

  /** Sends a piece of UTF-8, which may end inside a code point. */
  public DeltaMessage send(byte[] piece) {
    return send(piece, List.of());
  }

  /** Sends a piece of UTF-8 with special tokens, which are at the spans. */
  public DeltaMessage send(byte[] piece, List<Span> specialTokens) {
    ByteString before = half.isEmpty() ? ByteString.EMPTY : Text.REPLACEMENT;
    half = "";
    ByteString bytes = before.concat(ByteString.copyFrom(piece));
    StreamToolCallsRequest.Builder request = StreamToolCallsRequest.newBuilder().setRawDelta(bytes);
    return exchange.ask(request.addAllSpecialTokens(shifted(specialTokens, before.size())).build()).getDelta();
  }

  private static List<Span> shifted(List<Span> spans, int by) {
    return spans.stream()
        .map(span -> Span.newBuilder().setStart(span.getStart() + by).setEnd(span.getEnd() + by).build())
        .toList();
  }

  /** Ends the output. */
  public Finished finish(FinishReason reason) {
    DeltaMessage before = half.isEmpty() ? DeltaMessage.getDefaultInstance() : send(new byte[0]);
    StreamFinish finish = StreamFinish.newBuilder().setFinishReason(reason).build();
    StreamToolCallsResponse last = exchange.ask(StreamToolCallsRequest.newBuilder().setFinish(finish).build());
    exchange.complete();
    return new Finished(joined(before, last.getDelta()), last.getResult());
  }

  /** Ends the stream at once, whatever its state. */
  @Override
  public void close() {
    end.clean();
  }

  private static DeltaMessage joined(DeltaMessage first, DeltaMessage second) {
    DeltaMessage.Builder both = first.toBuilder().mergeFrom(second);
    if (first.hasContent()) {
      both.setContent(first.getContent() + second.getContent());
    }
    if (first.hasReasoning()) {
      both.setReasoning(first.getReasoning() + second.getReasoning());
    }
    return both.build();
  }

  /**
   * What the end of an output made certain.
   *
   * @param delta what became certain only now; empty if nothing did
   * @param response the whole result
   */
  public record Finished(DeltaMessage delta, ParseToolCallsResponse response) {}
}
