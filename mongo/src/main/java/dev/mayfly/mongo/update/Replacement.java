package dev.mayfly.mongo.update;

import dev.mayfly.mongo.expression.Variables;
import dev.mayfly.mongo.filter.MatchDetails;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** An update that puts another document in the place of the old one, but for its _id. */
final class Replacement extends Update {
  private final BsonDocument document;

  Replacement(BsonDocument document) {
    for (String name : document.keySet()) {
      if (name.startsWith("$")) {
        throw UpdatePath.dollarName(name, name);
      }
    }
    SystemFields.check(document);
    if (document.containsKey(Ids.ID)) {
      Ids.check(document.get(Ids.ID));
    }
    this.document = document;
  }

  @Override
  public boolean isReplacement() {
    return true;
  }

  @Override
  public BsonDocument apply(BsonDocument before, Variables variables, MatchDetails match) {
    return Ids.keep(before, EmptyTimestamps.filled(document, variables.nowMillis()));
  }

  @Override
  public BsonDocument insert(BsonDocument query, Variables variables) {
    BsonValue id = UpsertQuery.values(query).get(Ids.ID);
    BsonDocument kept = id == null ? new BsonDocument() : new BsonDocument(Ids.ID, id);
    return Ids.keep(kept, EmptyTimestamps.filled(document, variables.nowMillis()));
  }
}
