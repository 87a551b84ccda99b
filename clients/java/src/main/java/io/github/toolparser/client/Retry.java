package io.github.toolparser.client;

import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Supplier;

/**
 * Makes unary calls again. They keep no state, so one that no server answered may be asked again.
 * gRPC's own retries would find a service that was restarted only after its wait to reconnect,
 * which is a second and can't be set.
 */
final class Retry {
  private static final int[] DELAYS_MILLIS = {100, 300, 900, 2000};

  /** The call's answer, or the error of the last attempt; reconnect is run before further ones. */
  static <R> R unavailable(Supplier<R> call, Runnable reconnect) {
    for (int delay : DELAYS_MILLIS) {
      try {
        return call.get();
      } catch (StatusRuntimeException error) {
        if (error.getStatus().getCode() != Status.Code.UNAVAILABLE) {
          throw error;
        }
        pause(delay, error);
        reconnect.run();
      }
    }
    return call.get();
  }

  private static void pause(int millis, StatusRuntimeException error) {
    try {
      Thread.sleep((long) (millis * ThreadLocalRandom.current().nextDouble(0.8, 1.2)));
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw error;
    }
  }

  private Retry() {}
}
