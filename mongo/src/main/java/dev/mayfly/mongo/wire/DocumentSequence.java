package dev.mayfly.mongo.wire;

import dev.mayfly.engine.bson.LittleEndian;
import dev.mayfly.engine.bson.RawBson;
import dev.mayfly.engine.bson.RawValue;
import dev.mayfly.mongo.bson.HeapSize;
import dev.mayfly.mongo.bson.LazyDocument;
import java.util.ArrayList;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonValue;

/** A document sequence of an OP_MSG; the array is created on access. */
final class DocumentSequence {
  private final String name;
  private final byte[] bytes;
  private final int offset;
  private final int end;
  private final int count;
  private BsonArray array;

  /**
   * @param offset of the first document
   * @param end after the last document
   */
  DocumentSequence(String name, byte[] bytes, int offset, int end, int count) {
    this.name = name;
    this.bytes = bytes;
    this.offset = offset;
    this.end = end;
    this.count = count;
  }

  String name() {
    return name;
  }

  /** Estimated heap bytes of parsing the largest document; 0 if small. */
  long largestParsedBytes() {
    long largest = 0;
    for (int position = offset; position < end; ) {
      int length = LittleEndian.int32(bytes, position);
      if (Message.isLarge(length)) {
        RawValue document = RawBson.documentAt(bytes, position, length);
        largest = Math.max(largest, HeapSize.parsed(document));
      }
      position += length;
    }
    return largest;
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
