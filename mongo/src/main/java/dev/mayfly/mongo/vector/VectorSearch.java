package dev.mayfly.mongo.vector;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.bson.FieldPath;
import dev.mayfly.engine.bson.RawBson;
import dev.mayfly.engine.bson.RawValue;
import dev.mayfly.mongo.bson.BsonBytes;
import dev.mayfly.mongo.bson.BsonOrder;
import dev.mayfly.mongo.bson.LazyDocument;
import dev.mayfly.mongo.expression.Expression;
import dev.mayfly.mongo.expression.ParseContext;
import dev.mayfly.mongo.expression.Variables;
import dev.mayfly.mongo.expression.VectorScope;
import dev.mayfly.mongo.filter.Filter;
import dev.mayfly.mongo.filter.FilterParser;
import dev.mayfly.vector.VectorBuffer;
import dev.mayfly.vector.VectorField;
import java.util.Set;
import org.bson.BsonDocument;
import org.bson.BsonDouble;

/**
 * A {@code $vectorSearch}: what is searched for, and how near a document is. Scores are those of
 * the documents as they are now; an index only says where to look. It belongs to one pipeline.
 */
public final class VectorSearch {
  private final String index;
  private final String path;
  private final VectorBuffer target;
  private final int limit;
  private final int candidates;
  private final BsonDocument query;
  private final Filter filter;
  private final Set<String> filterPaths;
  private final ParseContext parsing;
  private final VectorBuffer vector = new VectorBuffer();
  private VectorField field;
  private BsonDocument last;
  private double lastNearness;
  private double current;

  /**
   * @param path of the vectors, dotted
   * @param candidates how many vectors are considered; 0 for all
   * @param query which documents may be found; empty for all
   */
  VectorSearch(
      String index,
      String path,
      VectorBuffer target,
      int limit,
      int candidates,
      BsonDocument query,
      ParseContext context) {
    this.index = requireNonNull(index, "index");
    this.path = requireNonNull(path, "path");
    this.target = requireNonNull(target, "target");
    this.limit = limit;
    this.candidates = candidates;
    this.query = requireNonNull(query, "query");
    this.parsing = context.ordered(BsonOrder.SIMPLE);
    this.filter = FilterParser.parse(query, parsing);
    this.filterPaths = VectorFilter.paths(query);
  }

  public String index() {
    return index;
  }

  public String path() {
    return path;
  }

  public VectorBuffer target() {
    return target;
  }

  public int limit() {
    return limit;
  }

  /** How many vectors are considered. */
  public int candidates() {
    return candidates;
  }

  /** Whether all vectors are considered. */
  public boolean isExact() {
    return candidates == 0;
  }

  /** The filter as it was sent; empty for none. */
  public BsonDocument query() {
    return query;
  }

  /** The paths that the filter names. */
  public Set<String> filterPaths() {
    return filterPaths;
  }

  /** Of the filter, with an order of documents by their nearness. */
  public ParseContext parsing() {
    Expression nearness = variables -> new BsonDouble(nearness(variables.root()));
    return parsing.with(new VectorScope(nearness, passing()));
  }

  /** The scope of what follows the search in a pipeline. */
  public VectorScope scope() {
    return new VectorScope(
        variables -> new BsonDouble(score(nearness(variables.root()))), passing());
  }

  private Expression passing() {
    return variables -> new BsonDouble(current);
  }

  /** Begins, with the field of the index that is searched. */
  public void begin(VectorField searched) {
    field = requireNonNull(searched, "searched");
    last = null;
  }

  /** Whether a document has a vector and passes the filter. */
  public boolean matches(BsonDocument document, Variables variables) {
    return filter.matches(document, variables, null) && !Double.isNaN(nearness(document));
  }

  /** Notes the document that a pipeline is working on, however it is changed by then. */
  public void enter(BsonDocument document) {
    current = score(nearness(document));
  }

  /** The larger, the nearer; NaN if the document has no vector of the right length. */
  private double nearness(BsonDocument document) {
    if (document != last) {
      vector.read(find(document, field.path()));
      lastNearness =
          vector.length() == field.dimensions()
              ? field.distance().score(target.elements(), vector.elements(), vector.length())
              : Double.NaN;
      if (!field.distance().isDescending()) {
        lastNearness = -lastNearness;
      }
      last = document;
    }
    return lastNearness;
  }

  private static RawValue find(BsonDocument document, FieldPath path) {
    RawValue value =
        document instanceof LazyDocument lazy ? lazy.raw() : RawBson.root(BsonBytes.of(document));
    for (int depth = 0; depth < path.depth() && value != null; depth++) {
      value = value.isDocument() ? value.find(path.utf8Name(depth)) : null;
    }
    return value;
  }

  /** As documented by MongoDB: from 0 to 1, for dot products of vectors of length 1. */
  private double score(double nearness) {
    return switch (field.distance()) {
      case COSINE, DOTPRODUCT -> (1 + nearness) / 2;
      case EUCLIDEAN -> 1 / (1 - nearness);
    };
  }
}
