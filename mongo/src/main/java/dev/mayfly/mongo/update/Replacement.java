package dev.mayfly.mongo.update;

import dev.mayfly.mongo.expression.Variables;
import dev.mayfly.mongo.filter.MatchDetails;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** An update that replaces the document except for its _id. */
final class Replacement extends Update {
  private final BsonDocument document;

  Replacement(BsonDocument document) {
    for (String name : document.keySet()) {
      if (name.startsWith("$")) {
        throw UpdatePath.dollarName(name, name);
      }
    }
    SystemFields.check(document);
    if (document.containsKey(IdRules.ID)) {
      IdRules.check(document.get(IdRules.ID));
    }
    this.document = document;
  }

  @Override
  public boolean isReplacement() {
    return true;
  }

  @Override
  public boolean alwaysModifies() {
    return !document.containsKey(IdRules.ID);
  }

  @Override
  public BsonDocument apply(BsonDocument before, Variables variables, MatchDetails match) {
    return IdRules.keep(before, EmptyTimestamps.filled(document, variables.nowMillis()));
  }

  @Override
  public BsonDocument insert(BsonDocument query, Variables variables) {
    BsonValue id = UpsertQuery.values(query).get(IdRules.ID);
    BsonDocument before = id == null ? new BsonDocument() : new BsonDocument(IdRules.ID, id);
    return apply(before, variables, null);
  }
}
