package dev.mayfly.mongo.projection;

import dev.mayfly.mongo.expression.ParseContext;
import dev.mayfly.mongo.expression.Variables;
import dev.mayfly.mongo.filter.MatchDetails;
import java.util.List;
import org.bson.BsonDocument;

/** A compiled projection. Thread safe. */
public final class Projection {
  private final TreeProjection tree;
  private final Positional positional;
  private final List<SliceProjection> slices;

  Projection(TreeProjection tree, Positional positional, List<SliceProjection> slices) {
    this.tree = tree;
    this.positional = positional;
    this.slices = List.copyOf(slices);
  }

  /** Parses a find projection, which allows {@code $slice}, {@code $elemMatch} and {@code a.$}. */
  public static Projection parse(BsonDocument specification, ParseContext context) {
    return new ProjectionParser(context, true).parse(specification);
  }

  /** Parses {@code $project}. */
  public static Projection parseStage(BsonDocument specification, ParseContext context) {
    return new ProjectionParser(context, false).parse(specification);
  }

  /** Whether {@link #apply} needs the matching array element. */
  public boolean needsMatch() {
    return positional != null;
  }

  /**
   * @param match the matching array element; null if not {@link #needsMatch}
   */
  public BsonDocument apply(BsonDocument document, Variables variables, MatchDetails match) {
    BsonDocument result = tree.apply(document, variables);
    if (positional != null) {
      result = positional.apply(result, match);
    }
    for (SliceProjection slice : slices) {
      result = slice.apply(result);
    }
    return result;
  }
}
