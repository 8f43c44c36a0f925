package dev.mayfly.mongo.collection;

import dev.mayfly.mongo.error.ErrorCodes;
import dev.mayfly.mongo.error.MongoException;

/** The nesting limit of views, which also ends cycles. */
public final class ViewDepth {
  private static final int MAX = 20;

  private ViewDepth() {}

  /** Checks the number of enclosing views before one is opened. */
  public static void check(int depth) {
    if (depth == MAX) {
      throw new MongoException(
          ErrorCodes.VIEW_DEPTH_LIMIT_EXCEEDED,
          "View depth too deep or view cycle detected; maximum is " + MAX);
    }
  }
}
