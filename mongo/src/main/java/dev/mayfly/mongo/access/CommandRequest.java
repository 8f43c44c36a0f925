package dev.mayfly.mongo.access;

import static java.util.Objects.requireNonNull;

import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonNumber;
import org.bson.BsonString;
import org.bson.BsonValue;

/**
 * A command as the privilege checks see it. Malformed parts are ignored here; the command itself
 * rejects them.
 *
 * @param name of the command
 * @param body with the name as its first field
 * @param database the target database
 */
public record CommandRequest(String name, BsonDocument body, String database) {
  public CommandRequest {
    requireNonNull(name, "name");
    requireNonNull(body, "body");
    requireNonNull(database, "database");
  }

  /** The value of the first field; null if there is none. */
  BsonValue value() {
    return body.get(name);
  }

  boolean has(String field) {
    return body.get(field) != null;
  }

  boolean isTrue(String field) {
    return isTrue(body.get(field));
  }

  /** True, or a number other than zero. */
  static boolean isTrue(BsonValue value) {
    return value != null
        && (value.isBoolean() && value.asBoolean().getValue()
            || value instanceof BsonNumber number && number.doubleValue() != 0);
  }

  /** The elements of an array that are documents; none if it is no array. */
  Iterable<BsonDocument> documents(String field) {
    return documentsOf(body.get(field));
  }

  static Iterable<BsonDocument> documentsOf(BsonValue array) {
    return array instanceof BsonArray values
        ? values.stream().filter(BsonValue::isDocument).map(BsonValue::asDocument).toList()
        : java.util.List.of();
  }

  /** The database of a namespace "database.collection", or of a database's name. */
  static String databaseOf(BsonValue namespace) {
    String text = namespace instanceof BsonString string ? string.getValue() : "";
    int dot = text.indexOf('.');
    return dot < 0 ? text : text.substring(0, dot);
  }
}
