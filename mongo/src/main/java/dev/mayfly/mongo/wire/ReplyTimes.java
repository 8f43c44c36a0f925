package dev.mayfly.mongo.wire;

import dev.mayfly.mongo.bson.LittleEndianSink;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The fields {@code $clusterTime} and {@code operationTime} at the end of every reply. A log time
 * of the engine is a Timestamp as it stands. The signature is that of a MongoDB without
 * authentication: a hash of zeros by key 0.
 */
final class ReplyTimes {
  private static final int TIMESTAMP = 0x11;
  private static final int DOCUMENT = 3;
  private static final int BINARY = 5;
  private static final int INT64 = 0x12;
  private static final int HASH_BYTES = 20;

  private static final byte[] CLUSTER_TIME_HEAD = clusterTimeHead();
  private static final byte[] CLUSTER_TIME_TAIL = clusterTimeTail();
  private static final byte[] OPERATION_TIME_HEAD = element(TIMESTAMP, "operationTime");

  private ReplyTimes() {}

  /** Appends both fields to a document that is not closed yet. */
  static void append(LittleEndianSink sink, long operationTime, long clusterTime) {
    sink.putBytes(CLUSTER_TIME_HEAD);
    sink.putLong(clusterTime);
    sink.putBytes(CLUSTER_TIME_TAIL);
    sink.putBytes(OPERATION_TIME_HEAD);
    sink.putLong(operationTime);
  }

  private static byte[] element(int type, String name) {
    byte[] text = name.getBytes(StandardCharsets.UTF_8);
    byte[] element = new byte[text.length + 2];
    element[0] = (byte) type;
    System.arraycopy(text, 0, element, 1, text.length);
    return element;
  }

  private static byte[] clusterTimeHead() {
    LittleEndianSink sink = new LittleEndianSink(64);
    sink.putBytes(element(DOCUMENT, "$clusterTime"));
    int start = sink.length();
    sink.putInt(0);
    sink.putBytes(element(TIMESTAMP, "clusterTime"));
    sink.setInt(start, sink.length() - start + Long.BYTES + clusterTimeTail().length);
    return taken(sink);
  }

  private static byte[] clusterTimeTail() {
    LittleEndianSink sink = new LittleEndianSink(64);
    sink.putBytes(element(DOCUMENT, "signature"));
    int start = sink.length();
    sink.putInt(0);
    sink.putBytes(element(BINARY, "hash"));
    sink.putInt(HASH_BYTES);
    sink.putByte(0);
    sink.putBytes(new byte[HASH_BYTES]);
    sink.putBytes(element(INT64, "keyId"));
    sink.putLong(0);
    sink.putByte(0);
    sink.setInt(start, sink.length() - start);
    sink.putByte(0);
    return taken(sink);
  }

  private static byte[] taken(LittleEndianSink sink) {
    return Arrays.copyOf(sink.array(), sink.length());
  }
}
