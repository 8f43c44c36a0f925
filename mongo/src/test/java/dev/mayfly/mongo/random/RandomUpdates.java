package dev.mayfly.mongo.random;

import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.bson.BsonValue;

/** Updates for what {@link RandomDocuments} makes; some of their paths conflict or lead nowhere. */
public final class RandomUpdates {
  private static final List<String> OPERATORS =
      List.of(
          "$set",
          "$set",
          "$unset",
          "$inc",
          "$mul",
          "$min",
          "$max",
          "$push",
          "$push",
          "$addToSet",
          "$pop",
          "$pull",
          "$pullAll",
          "$bit",
          "$rename",
          "$setOnInsert");

  private final RandomDocuments documents;
  private final RandomFilters filters;

  public RandomUpdates(RandomDocuments documents) {
    this.documents = documents;
    this.filters = new RandomFilters(documents);
  }

  public BsonDocument next() {
    BsonDocument update = new BsonDocument();
    for (int i = 1 + dice(3); i > 0; i--) {
      String operator = documents.any(OPERATORS);
      update.computeIfAbsent(operator, any -> new BsonDocument());
      BsonDocument fields = update.getDocument(operator);
      if (operator.equals("$rename")) {
        rename(fields);
      } else {
        fields.put(path(), operand(operator));
      }
    }
    return update;
  }

  private String path() {
    String path = documents.path();
    return dice(8) == 0 ? path + ".$[]" : path;
  }

  private void rename(BsonDocument fields) {
    String from = documents.path();
    String to = documents.path();
    boolean apart = !(from + ".").startsWith(to + ".") && !(to + ".").startsWith(from + ".");
    if (apart) {
      fields.put(from, new BsonString(to));
    }
  }

  private BsonValue operand(String operator) {
    return switch (operator) {
      case "$inc", "$mul" ->
          documents.any(List.of(new BsonInt32(2), new BsonInt64(3), new BsonInt32(-1)));
      case "$push" -> dice(2) == 0 ? documents.value() : push();
      case "$addToSet" ->
          dice(2) == 0 ? documents.value() : new BsonDocument("$each", documents.array(1));
      case "$pop" -> new BsonInt32(dice(2) * 2 - 1);
      case "$pull" -> dice(2) == 0 ? documents.value() : filters.next();
      case "$pullAll" -> documents.array(1);
      case "$bit" ->
          new BsonDocument(
              documents.any(List.of("and", "or", "xor")),
              documents.any(List.of(new BsonInt32(5), new BsonInt64(6))));
      default -> documents.value();
    };
  }

  private BsonDocument push() {
    BsonDocument push = new BsonDocument("$each", new BsonArray(documents.array(1)));
    if (dice(2) == 0) {
      push.put("$position", new BsonInt32(dice(6) - 2));
    }
    if (dice(3) == 0) {
      BsonInt32 direction = new BsonInt32(dice(2) * 2 - 1);
      push.put("$sort", dice(2) == 0 ? direction : new BsonDocument(documents.path(), direction));
    }
    if (dice(2) == 0) {
      push.put("$slice", new BsonInt32(dice(7) - 3));
    }
    return push;
  }

  private int dice(int sides) {
    return documents.random().nextInt(sides);
  }
}
