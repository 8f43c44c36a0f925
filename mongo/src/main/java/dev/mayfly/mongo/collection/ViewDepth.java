package dev.mayfly.mongo.collection;

import dev.mayfly.mongo.error.ErrorCodes;
import dev.mayfly.mongo.error.MongoException;

/** How deep views may stand on views; one that leads back to itself ends here. */
public final class ViewDepth {
  private static final int MAX = 20;

  private ViewDepth() {}

  /** Called before a view is opened that so many views are above. */
  public static void check(int depth) {
    if (depth == MAX) {
      throw new MongoException(
          ErrorCodes.VIEW_DEPTH_LIMIT_EXCEEDED,
          "View depth too deep or view cycle detected; maximum is " + MAX);
    }
  }
}
