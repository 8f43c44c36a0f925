package dev.mayfly.mongo.command.crud;

import dev.mayfly.mongo.collection.Collection;
import dev.mayfly.mongo.collection.Query;
import dev.mayfly.mongo.collection.UpdateStatement;
import dev.mayfly.mongo.command.QueryOptions;
import dev.mayfly.mongo.error.ErrorCodes;
import dev.mayfly.mongo.error.MongoException;
import dev.mayfly.mongo.expression.ParseContext;
import dev.mayfly.mongo.expression.Variables;
import dev.mayfly.mongo.update.Update;
import java.util.List;
import org.bson.BsonDocument;

/** Compiles update statements. */
final class UpdateParser {
  private final BsonDocument let;
  private final Variables variables;
  private final boolean validated;

  /**
   * @param let the variables of the command; null for none
   */
  UpdateParser(BsonDocument let, Variables around, boolean validated) {
    this.let = let;
    this.variables = QueryOptions.variables(around, let);
    this.validated = validated;
  }

  /**
   * @param collection null if it does not exist
   */
  UpdateStatement parse(UpdateOpEntry shape, Collection collection) {
    if (shape.sort() != null && shape.multi()) {
      throw new MongoException(ErrorCodes.FAILED_TO_PARSE, "Cannot specify sort with multi=true");
    }
    TimeSeriesRules.checkUpdate(shape, collection);
    ParseContext parsing = QueryOptions.parsing(collection, shape.collation(), let);
    String hint = QueryOptions.hint(collection, shape.hint());
    return of(shape, Query.of(shape.query(), shape.sort(), parsing, variables).hinting(hint));
  }

  private UpdateStatement of(UpdateOpEntry shape, Query query) {
    if (shape.constants() != null && !shape.change().isArray()) {
      throw new MongoException(51198, "Constant values may only be specified for pipeline updates");
    }
    Query extended = shape.constants() == null ? query : withConstants(query, shape.constants());
    List<BsonDocument> filters = shape.arrayFilters() == null ? List.of() : shape.arrayFilters();
    Update update = Update.parse(shape.change(), filters, extended.parsing());
    if (shape.multi() && update.isReplacement()) {
      throw new MongoException(
          ErrorCodes.FAILED_TO_PARSE, "multi update is not supported for replacement-style update");
    }
    return new UpdateStatement(extended, update, shape.multi(), shape.upsert(), validated);
  }

  /** The constants {@code c} of a pipeline update are variables of that pipeline only. */
  private static Query withConstants(Query query, BsonDocument constants) {
    Variables more = query.variables();
    for (String name : constants.keySet()) {
      more = more.with(name, constants.get(name));
    }
    ParseContext parsing = query.parsing().with(constants.keySet());
    return query.with(more, parsing);
  }
}
