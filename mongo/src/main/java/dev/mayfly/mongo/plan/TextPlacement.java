package dev.mayfly.mongo.plan;

import dev.mayfly.engine.bson.FieldPath;
import dev.mayfly.mongo.error.ErrorCodes;
import dev.mayfly.mongo.error.MongoException;
import dev.mayfly.mongo.expression.ParseContext;
import dev.mayfly.mongo.expression.TextScope;
import dev.mayfly.mongo.filter.Filters;
import dev.mayfly.mongo.text.DocumentSearch;
import dev.mayfly.mongo.text.TextOperand;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** Finds the {@code $text} of a query, which may stand in few places. */
public final class TextPlacement {
  private static final String NO_EQUALITY =
      "failed to use text index to satisfy $text query (if text index is compound, are equality"
          + " predicates given for all prefix fields?)";

  private final List<BsonDocument> conjuncts = new ArrayList<>();
  private final List<BsonDocument> alternatives = new ArrayList<>();
  private BsonValue operand;
  private List<BsonDocument> around;
  private List<BsonDocument> instead;

  private TextPlacement() {}

  /** The context in which the filter of a query is parsed, with its search if it has one. */
  public static ParseContext searching(BsonDocument filter, ParseContext parsing) {
    if (!Filters.usesText(filter) || parsing.text().search() != null) {
      return parsing;
    }
    TextPlacement placement = new TextPlacement();
    placement.collect(filter);
    placement.find(filter, false);
    if (placement.operand == null) {
      return parsing;
    }
    TextScope scope = parsing.text();
    if (scope.index() == null) {
      throw indexRequired();
    }
    DocumentSearch search =
        new DocumentSearch(
            TextOperand.parse(placement.operand, scope.index()),
            placement.before(scope.index().before(), parsing.order().collation() == null),
            placement.instead);
    return parsing.with(scope.searching(search));
  }

  /** The context of a pipeline over a collection, which may begin with a search. */
  public static ParseContext searching(
      List<BsonDocument> stages, TextScope collection, ParseContext parsing) {
    BsonValue match = stages.isEmpty() ? null : stages.get(0).get("$match");
    ParseContext context = parsing.with(collection);
    return match == null || !match.isDocument() ? context : searching(match.asDocument(), context);
  }

  public static MongoException indexRequired() {
    return new MongoException(ErrorCodes.INDEX_NOT_FOUND, "text index required for $text query");
  }

  /** Notes what must hold for all documents that a filter accepts. */
  private void collect(BsonDocument filter) {
    conjuncts.add(filter);
    if (filter.containsKey("$and")) {
      documents(filter.get("$and")).forEach(this::collect);
    }
  }

  private void find(BsonDocument filter, boolean negated) {
    for (Map.Entry<String, BsonValue> each : filter.entrySet()) {
      BsonValue value = each.getValue();
      switch (each.getKey()) {
        case "$text" -> found(value, negated);
        case "$and" -> documents(value).forEach(one -> find(one, negated));
        case "$nor" -> documents(value).forEach(one -> find(one, true));
        case "$or" -> alternatives(documents(value), negated);
        default -> {
          // Not a place for a search.
        }
      }
    }
  }

  private void alternatives(List<BsonDocument> all, boolean negated) {
    for (BsonDocument each : all) {
      if (Filters.usesText(each)) {
        int conjunctsBefore = conjuncts.size();
        int alternativesBefore = alternatives.size();
        all.stream().filter(other -> other != each).forEach(alternatives::add);
        collect(each);
        find(each, negated);
        conjuncts.subList(conjunctsBefore, conjuncts.size()).clear();
        alternatives.subList(alternativesBefore, alternatives.size()).clear();
      }
    }
  }

  private static List<BsonDocument> documents(BsonValue list) {
    List<BsonDocument> documents = new ArrayList<>();
    if (list.isArray()) {
      for (BsonValue each : list.asArray()) {
        if (each.isDocument()) {
          documents.add(each.asDocument());
        }
      }
    }
    return documents;
  }

  private void found(BsonValue value, boolean negated) {
    if (negated) {
      throw new MongoException(ErrorCodes.BAD_VALUE, "text expression not allowed in nor");
    }
    if (operand != null) {
      throw new MongoException(ErrorCodes.BAD_VALUE, "Too many text expressions");
    }
    operand = value;
    around = List.copyOf(conjuncts);
    instead = List.copyOf(alternatives);
  }

  private List<BsonValue> before(List<FieldPath> paths, boolean simple) {
    List<BsonValue> values = new ArrayList<>();
    for (FieldPath path : paths) {
      String dotted = String.join(".", path.names());
      BsonValue equal = null;
      for (BsonDocument each : around) {
        equal = equal == null ? Filters.equality(each.get(dotted)) : equal;
      }
      if (equal == null || !simple && OperatorBounds.isTextual(equal)) {
        throw new MongoException(
            ErrorCodes.NO_QUERY_EXECUTION_PLANS,
            "error processing query: planner returned error: " + NO_EQUALITY);
      }
      values.add(equal);
    }
    return values;
  }
}
