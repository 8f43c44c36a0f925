package dev.mayfly.mongo.aggregate.stage;

import dev.mayfly.mongo.aggregate.DerivedStream;
import dev.mayfly.mongo.aggregate.DocumentSelection;
import dev.mayfly.mongo.aggregate.DocumentStream;
import dev.mayfly.mongo.aggregate.InterruptCheck;
import dev.mayfly.mongo.aggregate.PipelineContext;
import dev.mayfly.mongo.aggregate.PipelineScope;
import dev.mayfly.mongo.aggregate.Stage;
import dev.mayfly.mongo.error.MongoException;
import dev.mayfly.mongo.expression.ParseContext;
import dev.mayfly.mongo.expression.Variables;
import dev.mayfly.mongo.filter.Filter;
import dev.mayfly.mongo.filter.FilterParser;
import dev.mayfly.mongo.filter.Filters;
import dev.mayfly.mongo.text.DocumentSearch;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonValue;

public final class MatchStage implements Stage {
  private final Filter filter;
  private final BsonDocument query;
  private final ParseContext parse;
  private final List<ExprEquality> equalities;

  MatchStage(BsonDocument query, ParseContext parse) {
    this.filter = FilterParser.parse(query, parse);
    this.query = query;
    this.parse = parse;
    this.equalities = ExprEquality.in(query, parse);
  }

  public static Stage parse(BsonValue specification, PipelineScope scope) {
    if (!specification.isDocument()) {
      throw new MongoException(15959, "the match filter must be an expression in an object");
    }
    if (scope.context().text().search() == null && Filters.usesText(specification.asDocument())) {
      if (scope.owner().equals("$facet")) {
        throw new MongoException(40600, "$match is not allowed to be used within a $facet stage");
      }
      throw searchNotFirst();
    }
    return new MatchStage(specification.asDocument(), scope.context());
  }

  static MongoException searchNotFirst() {
    return new MongoException(
        17313, "$match with $text is only allowed as the first pipeline stage");
  }

  /** The {@code $text} of the condition; null if there is none. */
  DocumentSearch search() {
    return Filters.usesText(query) ? parse.text().search() : null;
  }

  public boolean matchesAll() {
    return query.isEmpty();
  }

  /** The condition for the documents of a collection, outside of the scope of these variables. */
  public DocumentSelection selection(Variables variables) {
    return new DocumentSelection(
        ExprEquality.added(query, equalities, variables),
        parse,
        (document, none, match) -> filter.matches(document, variables, match));
  }

  @Override
  public DocumentStream over(DocumentStream source, Variables variables, PipelineContext context) {
    InterruptCheck steps = new InterruptCheck(context);
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
