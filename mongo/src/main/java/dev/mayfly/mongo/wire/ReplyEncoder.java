package dev.mayfly.mongo.wire;

import dev.mayfly.engine.clock.LogTime;
import dev.mayfly.mongo.bson.BsonBytes;
import dev.mayfly.mongo.bson.LittleEndianSink;
import dev.mayfly.mongo.compress.Compressor;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.util.zip.CRC32C;
import org.bson.BsonDocument;

/**
 * Encodes the replies to a message.
 *
 * @param operationTime log time of the request's own last write, or of the last commit
 * @param clusterTime log time of the last commit
 */
record ReplyEncoder(Message request, long operationTime, long clusterTime) {
  private static final int AWAIT_CAPABLE = 8;

  /** Larger buffers are not reused. */
  private static final int KEPT_BYTES_MAX = 1 << 20;

  private static final int FIRST_BYTES = 4 << 10;

  private static final ThreadLocal<LittleEndianSink> SINKS =
      ThreadLocal.withInitial(() -> new LittleEndianSink(FIRST_BYTES));

  /**
   * @param answer {@code ok: 1} is added unless present
   * @param moreToCome whether another reply follows
   */
  ByteBuf encode(
      ByteBufAllocator allocator,
      BsonDocument answer,
      int replyId,
      int responseTo,
      boolean moreToCome) {
    LittleEndianSink sink = SINKS.get();
    sink.truncate(0);
    try {
      sink.putInt(0);
      sink.putInt(replyId);
      sink.putInt(responseTo);
      if (request.isQuery()) {
        reply(sink, answer);
      } else {
        msg(sink, answer, moreToCome);
      }
      sink.setInt(0, sink.length());
      if (!request.isQuery() && request.has(Message.CHECKSUM_PRESENT)) {
        checksum(sink);
      }
      return request.compressor() == null
          ? allocator.ioBuffer(sink.length()).writeBytes(sink.array(), 0, sink.length())
          : compressed(allocator, sink, request.compressor());
    } finally {
      if (sink.array().length > KEPT_BYTES_MAX) {
        SINKS.remove();
      }
    }
  }

  private void reply(LittleEndianSink sink, BsonDocument answer) {
    sink.putInt(Opcodes.REPLY);
    sink.putInt(AWAIT_CAPABLE);
    sink.putLong(0);
    sink.putInt(0);
    sink.putInt(1);
    document(sink, answer);
  }

  private void msg(LittleEndianSink sink, BsonDocument answer, boolean moreToCome) {
    sink.putInt(Opcodes.MSG);
    sink.putInt(
        (request.flags() & Message.CHECKSUM_PRESENT) | (moreToCome ? Message.MORE_TO_COME : 0));
    sink.putByte(0);
    document(sink, answer);
  }

  private void document(LittleEndianSink sink, BsonDocument answer) {
    int start = sink.length();
    BsonBytes.write(answer, sink);
    sink.truncate(sink.length() - 1);
    if (!answer.containsKey("ok")) {
      sink.putByte(1);
      sink.putByte('o');
      sink.putByte('k');
      sink.putByte(0);
      sink.putLong(Double.doubleToRawLongBits(1.0));
    }
    ReplyTimes.append(sink, operationTime, LogTime.max(clusterTime, operationTime));
    sink.putByte(0);
    sink.setInt(start, sink.length() - start);
  }

  private static void checksum(LittleEndianSink sink) {
    sink.setInt(0, sink.length() + Integer.BYTES);
    CRC32C crc = new CRC32C();
    crc.update(sink.array(), 0, sink.length());
    sink.putInt((int) crc.getValue());
  }

  private static ByteBuf compressed(
      ByteBufAllocator allocator, LittleEndianSink sink, Compressor compressor) {
    byte[] message = sink.array();
    int head = MessageReader.HEADER_BYTES;
    byte[] shorter = compressor.compress(message, head, sink.length() - head);
    ByteBuf out = allocator.ioBuffer(Decompression.HEADER_BYTES + shorter.length);
    out.writeIntLE(Decompression.HEADER_BYTES + shorter.length);
    out.writeBytes(message, 4, 8);
    out.writeIntLE(Opcodes.COMPRESSED);
    out.writeBytes(message, 12, 4);
    out.writeIntLE(sink.length() - head);
    out.writeByte(compressor.id());
    return out.writeBytes(shorter);
  }
}
