package io.github.toolparser.client;

import com.google.protobuf.Any;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.rpc.RetryInfo;
import io.grpc.Deadline;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.protobuf.StatusProto;
import java.io.FileNotFoundException;
import java.net.ConnectException;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Repeats unary calls while the service is away, or overloaded and asks for another attempt. They
 * keep no state, so they can be repeated safely. gRPC's own retries would find a service that was
 * restarted only after its wait to reconnect, which is a second and can't be set, and don't know
 * the delay that an overloaded service asks for.
 */
final class Retry {
  private static final int[] DELAYS_MILLIS = {100, 300, 900, 2000};

  private final String target;
  private final Deadline deadline;
  private final Runnable reconnect;

  /** Calls to a target; the deadline may be null. reconnect is run before further attempts. */
  Retry(String target, Deadline deadline, Runnable reconnect) {
    this.target = target;
    this.deadline = deadline;
    this.reconnect = reconnect;
  }

  /** The call's answer, or the error of the last attempt that says why there is none. */
  <R> R call(Supplier<R> call) {
    StatusRuntimeException before = null;
    for (int attempt = 0; ; attempt++) {
      try {
        return call.get();
      } catch (StatusRuntimeException error) {
        if (error.getStatus().getCode() == Status.Code.DEADLINE_EXCEEDED && before != null) {
          throw before;
        }
        before = explained(error);
        OptionalLong wanted = wantedMillis(error);
        if (wanted.isEmpty() || attempt == DELAYS_MILLIS.length) {
          throw before;
        }
        pause(Math.max(wanted.getAsLong(), DELAYS_MILLIS[attempt]), before);
        reconnect.run();
      }
    }
  }

  /** After how long the service may answer; empty if it would give the same error again. */
  private static OptionalLong wantedMillis(StatusRuntimeException error) {
    switch (error.getStatus().getCode()) {
      case UNAVAILABLE:
        return OptionalLong.of(0);
      case RESOURCE_EXHAUSTED:
        return retryInfoMillis(error);
      default:
        return OptionalLong.empty();
    }
  }

  private static OptionalLong retryInfoMillis(StatusRuntimeException error) {
    com.google.rpc.Status status = StatusProto.fromThrowable(error);
    try {
      for (Any detail : status == null ? List.<Any>of() : status.getDetailsList()) {
        if (detail.is(RetryInfo.class)) {
          com.google.protobuf.Duration delay = detail.unpack(RetryInfo.class).getRetryDelay();
          return OptionalLong.of(delay.getSeconds() * 1000 + delay.getNanos() / 1_000_000);
        }
      }
    } catch (InvalidProtocolBufferException broken) {
      return OptionalLong.empty();
    }
    return OptionalLong.empty();
  }

  /** Says what to do where nothing listens at the target. */
  private StatusRuntimeException explained(StatusRuntimeException error) {
    if (error.getStatus().getCode() != Status.Code.UNAVAILABLE || !isAbsent(error)) {
      return error;
    }
    return Status.UNAVAILABLE
        .withDescription("connection refused; is `toolparser serve` running at " + target + "?")
        .withCause(error.getCause())
        .asRuntimeException();
  }

  private static boolean isAbsent(Throwable error) {
    for (Throwable at = error; at != null; at = at.getCause()) {
      if (at instanceof ConnectException || at instanceof FileNotFoundException) {
        return true;
      }
    }
    return false;
  }

  private void pause(long millis, StatusRuntimeException error) {
    long delay = (long) (millis * ThreadLocalRandom.current().nextDouble(0.8, 1.2));
    if (deadline != null && deadline.timeRemaining(TimeUnit.MILLISECONDS) <= delay) {
      throw error;
    }
    try {
      Thread.sleep(delay);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw error;
    }
  }
}
