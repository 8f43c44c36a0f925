package dev.mayfly.mongo.aggregate.stage;

import dev.mayfly.mongo.bson.BsonBytes;
import dev.mayfly.mongo.bson.LazyDocument;
import dev.mayfly.query.spill.RowCodec;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/**
 * What is kept of a group on disk: a document that belongs to it, by the arguments that the
 * accumulators get of it, or how far they have come.
 *
 * @param key of the group
 * @param arguments null for a missing one; null instead of all of them for states
 * @param states null for a document
 */
record GroupRow(BsonValue key, BsonValue[] arguments, BsonArray states) {
  private static final String KEY = "k";
  private static final String STATES = "s";

  boolean isState() {
    return states != null;
  }

  /**
   * The bytes of rows.
   *
   * @param accumulators how many there are
   */
  record Codec(int accumulators) implements RowCodec<GroupRow> {
    @Override
    public byte[] encode(GroupRow row) {
      BsonDocument document = new BsonDocument(KEY, row.key());
      if (row.isState()) {
        document.append(STATES, row.states());
      } else {
        for (int i = 0; i < accumulators; i++) {
          if (row.arguments()[i] != null) {
            document.append(Integer.toString(i), row.arguments()[i]);
          }
        }
      }
      return BsonBytes.of(document);
    }

    @Override
    public GroupRow decode(byte[] bytes) {
      LazyDocument document = new LazyDocument(bytes);
      BsonValue key = document.get(KEY);
      BsonValue states = document.get(STATES);
      if (states != null) {
        return new GroupRow(key, null, states.asArray());
      }
      BsonValue[] arguments = new BsonValue[accumulators];
      for (int i = 0; i < accumulators; i++) {
        arguments[i] = document.get(Integer.toString(i));
      }
      return new GroupRow(key, arguments, null);
    }
  }
}
