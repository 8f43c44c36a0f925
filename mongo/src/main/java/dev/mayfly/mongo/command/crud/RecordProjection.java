package dev.mayfly.mongo.command.crud;

import dev.mayfly.mongo.collection.Collection;
import dev.mayfly.mongo.collection.Query;
import dev.mayfly.mongo.command.CommandArguments;
import dev.mayfly.mongo.command.QueryOptions;
import dev.mayfly.mongo.cursor.FindStream;
import dev.mayfly.mongo.index.IndexSpec;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonNull;
import org.bson.BsonValue;

/**
 * {@code returnKey} and {@code showRecordId}: the index key or the record id of documents.
 *
 * @param key key pattern of the index; null to return the document
 */
record RecordProjection(BsonDocument key, boolean recordId) implements FindStream.Form {
  private static final String RECORD_ID = "$recordId";
  private static final BsonDocument ID_KEY = new BsonDocument("_id", new BsonInt32(1));

  /** Null if neither is requested. */
  static FindStream.Form of(CommandArguments find, Query query, Collection collection) {
    boolean recordId = find.flag("showRecordId", false);
    boolean returnKey = find.flag("returnKey", false);
    if (collection == null || !recordId && !returnKey) {
      return null;
    }
    return new RecordProjection(returnKey ? key(find, query, collection) : null, recordId);
  }

  /** The key pattern of the index; empty if no index is used. */
  private static BsonDocument key(CommandArguments find, Query query, Collection collection) {
    IndexSpec hinted = QueryOptions.hinted(collection, find.value("hint"));
    if (hinted != null) {
      return hinted.key();
    }
    return query.id() == null ? new BsonDocument() : ID_KEY;
  }

  @Override
  public BsonDocument of(BsonDocument shown, BsonDocument document, long rid) {
    BsonDocument result = new BsonDocument();
    if (key == null) {
      result.putAll(shown);
    } else {
      key.keySet().forEach(path -> result.append(path, keyed(document, path.split("\\.", -1), 0)));
    }
    return recordId ? result.append(RECORD_ID, new BsonInt64(rid)) : result;
  }

  /** The index key of a value: the first element of arrays, null for missing. */
  private static BsonValue keyed(BsonValue value, String[] path, int depth) {
    if (value instanceof BsonArray array) {
      return array.isEmpty() ? BsonNull.VALUE : keyed(array.get(0), path, depth);
    }
    if (depth == path.length) {
      return value;
    }
    BsonValue inner = value.isDocument() ? value.asDocument().get(path[depth]) : null;
    return inner == null ? BsonNull.VALUE : keyed(inner, path, depth + 1);
  }
}
