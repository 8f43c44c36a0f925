package dev.mayfly.mongo.projection;

import dev.mayfly.mongo.expression.ParseContext;
import dev.mayfly.mongo.expression.Variables;
import dev.mayfly.mongo.filter.MatchDetails;
import java.util.List;
import org.bson.BsonDocument;

/** What of a document is shown. Thread safe: it is compiled once. */
public final class Projection {
  private final TreeProjection tree;
  private final Positional positional;
  private final List<Slice> slices;

  Projection(TreeProjection tree, Positional positional, List<Slice> slices) {
    this.tree = tree;
    this.positional = positional;
    this.slices = List.copyOf(slices);
  }

  /** The projection of find, which knows {@code $slice}, {@code $elemMatch} and {@code a.$}. */
  public static Projection parse(BsonDocument specification, ParseContext context) {
    return new ProjectionParser(context, true).parse(specification);
  }

  /** The stage {@code $project}. */
  public static Projection parseStage(BsonDocument specification, ParseContext context) {
    return new ProjectionParser(context, false).parse(specification);
  }

  /** Whether {@link #apply} needs to be told which element matched. */
  public boolean needsMatch() {
    return positional != null;
  }

  /**
   * @param match which element of an array matched the filter; null where {@link #needsMatch} is
   *     false
   */
  public BsonDocument apply(BsonDocument document, Variables variables, MatchDetails match) {
    BsonDocument result = tree.apply(document, variables);
    if (positional != null) {
      result = positional.apply(result, match);
    }
    for (Slice slice : slices) {
      result = slice.apply(result);
    }
    return result;
  }
}
