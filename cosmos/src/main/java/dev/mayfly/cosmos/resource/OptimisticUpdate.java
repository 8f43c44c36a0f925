package dev.mayfly.cosmos.resource;

import dev.mayfly.cosmos.http.CosmosException;
import dev.mayfly.cosmos.http.Request;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;
import dev.mayfly.engine.item.Etag;
import io.netty.handler.codec.http.HttpHeaderNames;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Optimistic concurrency: read, change, and retry if it was changed concurrently. It is read again,
 * unless the client said which version it means.
 */
public final class OptimisticUpdate {
  private static final int ATTEMPTS_MAX = 10;

  private OptimisticUpdate() {}

  /**
   * Does a change.
   *
   * @param read returns what is to be changed, or throws
   * @param etag of what was found
   * @param change of what was found; PRECONDITION_FAILED if it no longer has that etag
   */
  public static <T, R> R change(
      Request request, Supplier<T> read, Function<T, Etag> etag, BiFunction<T, Etag, R> change) {
    Etag given = ifMatch(request);
    for (int attempt = 1; ; attempt++) {
      T found = read.get();
      Etag current = etag.apply(found);
      if (given != null && !given.equals(current)) {
        throw CosmosException.preconditionFailed();
      }
      try {
        return change.apply(found, current);
      } catch (EngineException e) {
        boolean raced = e.code() == ErrorCode.PRECONDITION_FAILED && given == null;
        if (!raced || attempt == ATTEMPTS_MAX) {
          throw e;
        }
      }
    }
  }

  /** The version that the client means, or null if any will do. */
  private static Etag ifMatch(Request request) {
    String text = request.header(HttpHeaderNames.IF_MATCH);
    return text == null || text.trim().equals(EtagText.ANY) ? null : EtagText.parse(text.trim());
  }

  /** True if the client has this version already, so that it need not be sent. */
  public static boolean isKnown(Request request, Etag etag) {
    String text = request.header(HttpHeaderNames.IF_NONE_MATCH);
    return text != null && EtagText.isNamed(text, EtagText.of(etag));
  }
}
