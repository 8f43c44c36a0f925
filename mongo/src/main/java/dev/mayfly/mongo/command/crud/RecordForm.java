package dev.mayfly.mongo.command.crud;

import dev.mayfly.engine.item.Item;
import dev.mayfly.mongo.bson.LazyDocument;
import dev.mayfly.mongo.collection.Collection;
import dev.mayfly.mongo.collection.Query;
import dev.mayfly.mongo.command.Arguments;
import dev.mayfly.mongo.command.Settings;
import dev.mayfly.mongo.cursor.FindStream;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonNull;
import org.bson.BsonValue;

/**
 * {@code returnKey} and {@code showRecordId}: not the document but its key in the index that is
 * used, and the number that it has for life.
 */
final class RecordForm implements FindStream.Form {
  private static final String RECORD_ID = "$recordId";
  private static final BsonDocument ID_KEY = new BsonDocument("_id", new BsonInt32(1));

  /** Null to show the document. */
  private final BsonDocument key;

  private final boolean recordId;

  private RecordForm(BsonDocument key, boolean recordId) {
    this.key = key;
    this.recordId = recordId;
  }

  /** Null if neither is asked for. */
  static FindStream.Form of(Arguments find, Query query, Collection collection) {
    boolean recordId = find.flag("showRecordId", false);
    boolean returnKey = find.flag("returnKey", false);
    if (collection == null || !recordId && !returnKey) {
      return null;
    }
    return new RecordForm(returnKey ? key(find, query, collection) : null, recordId);
  }

  /** The key pattern of the index; empty if none is known to be used. */
  private static BsonDocument key(Arguments find, Query query, Collection collection) {
    BsonDocument hinted = Settings.hinted(collection, find.value("hint"));
    if (hinted != null) {
      return hinted;
    }
    return query.id() == null ? new BsonDocument() : ID_KEY;
  }

  @Override
  public BsonDocument of(BsonDocument shown, Item item) {
    BsonDocument result = new BsonDocument();
    if (key == null) {
      result.putAll(shown);
    } else {
      LazyDocument document = new LazyDocument(item.document());
      key.keySet().forEach(path -> result.append(path, keyed(document, path.split("\\.", -1), 0)));
    }
    return recordId ? result.append(RECORD_ID, new BsonInt64(item.rid())) : result;
  }

  /** What an index holds of a document: of arrays the first element, null for what is missing. */
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
