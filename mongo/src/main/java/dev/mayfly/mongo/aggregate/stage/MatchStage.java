package dev.mayfly.mongo.aggregate.stage;

import dev.mayfly.mongo.aggregate.DerivedStream;
import dev.mayfly.mongo.aggregate.DocumentStream;
import dev.mayfly.mongo.aggregate.PipelineContext;
import dev.mayfly.mongo.aggregate.PipelineScope;
import dev.mayfly.mongo.aggregate.Stage;
import dev.mayfly.mongo.aggregate.Steps;
import dev.mayfly.mongo.aggregate.Wanted;
import dev.mayfly.mongo.error.MongoException;
import dev.mayfly.mongo.expression.ParseContext;
import dev.mayfly.mongo.expression.Variables;
import dev.mayfly.mongo.filter.Filter;
import dev.mayfly.mongo.filter.FilterParser;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** {@code $match}: lets through what a filter matches. */
public final class MatchStage implements Stage {
  private static final int NOT_AN_OBJECT = 15959;

  private final Filter filter;
  private final BsonDocument query;
  private final ParseContext parse;
  private final List<ExpressedEquality> equalities;

  private MatchStage(BsonDocument query, ParseContext parse) {
    this.filter = FilterParser.parse(query, parse);
    this.query = query;
    this.parse = parse;
    this.equalities = ExpressedEquality.in(query, parse);
  }

  public static Stage parse(BsonValue specification, PipelineScope scope) {
    if (!specification.isDocument()) {
      throw new MongoException(
          NOT_AN_OBJECT, "the match filter must be an expression in an object");
    }
    return new MatchStage(specification.asDocument(), scope.context());
  }

  public boolean matchesAll() {
    return query.isEmpty();
  }

  /** What it lets through of a collection that knows nothing of these variables. */
  public Wanted wanted(Variables variables) {
    return new Wanted(
        ExpressedEquality.added(query, equalities, variables),
        parse,
        (document, none, match) -> filter.matches(document, variables, match));
  }

  @Override
  public DocumentStream over(DocumentStream source, Variables variables, PipelineContext context) {
    Steps steps = new Steps(context);
    return new DerivedStream(source) {
      @Override
      public BsonDocument next() {
        BsonDocument document = source.next();
        while (document != null && !filter.matches(document, variables, null)) {
          steps.next();
          document = source.next();
        }
        return document;
      }
    };
  }
}
