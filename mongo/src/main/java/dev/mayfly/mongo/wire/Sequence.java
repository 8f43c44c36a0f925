package dev.mayfly.mongo.wire;

import dev.mayfly.engine.bson.LittleEndian;
import dev.mayfly.engine.bson.RawBson;
import dev.mayfly.mongo.bson.LazyDocument;
import java.util.ArrayList;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonValue;

/**
 * Documents that came beside the body of a command: the array that they were taken from is made
 * when it is asked for.
 */
final class Sequence {
  private final String name;
  private final byte[] bytes;
  private final int offset;
  private final int end;
  private final int count;
  private BsonArray array;

  /**
   * @param offset of the first document
   * @param end after the last
   */
  Sequence(String name, byte[] bytes, int offset, int end, int count) {
    this.name = name;
    this.bytes = bytes;
    this.offset = offset;
    this.end = end;
    this.count = count;
  }

  String name() {
    return name;
  }

  BsonArray array() {
    if (array == null) {
      List<BsonValue> documents = new ArrayList<>(count);
      for (int position = offset; position < end; ) {
        int length = LittleEndian.int32(bytes, position);
        documents.add(new LazyDocument(RawBson.documentAt(bytes, position, length)));
        position += length;
      }
      array = new BsonArray(documents);
    }
    return array;
  }
}
