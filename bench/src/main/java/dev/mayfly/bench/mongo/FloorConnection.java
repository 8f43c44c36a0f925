package dev.mayfly.bench.mongo;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonBinaryWriter;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.BsonDouble;
import org.bson.RawBsonDocument;
import org.bson.codecs.BsonDocumentCodec;
import org.bson.codecs.EncoderContext;
import org.bson.io.BasicOutputBuffer;
import org.rocksdb.RocksDBException;

/** Answers each message at once: its reply was made before, but for the number it answers. */
final class FloorConnection extends SimpleChannelInboundHandler<ByteBuf> {
  private static final int OP_REPLY = 1;
  private static final int OP_QUERY = 2004;
  private static final int OP_MSG = 2013;
  private static final int HEADER_BYTES = 16;

  /** Where the name of a command stands: after the flags, the section, a length and a type. */
  private static final int NAME_OFFSET = HEADER_BYTES + 10;

  private static final byte[] HELLO = message(OP_MSG, hello());
  private static final byte[] OLD_HELLO = message(OP_REPLY, hello());
  private static final byte[] INSERTED = message(OP_MSG, BsonDocument.parse("{n: 1, ok: 1.0}"));
  private static final byte[] UPDATED =
      message(OP_MSG, BsonDocument.parse("{n: 1, nModified: 1, ok: 1.0}"));
  private static final byte[] FOUND = message(OP_MSG, found());

  private final FloorRows rows;

  FloorConnection(FloorRows rows) {
    this.rows = rows;
  }

  private static BsonDocument hello() {
    return BsonDocument.parse(
            """
            {ismaster: true, isWritablePrimary: true, maxBsonObjectSize: 16777216,
             maxMessageSizeBytes: 48000000, maxWriteBatchSize: 100000, minWireVersion: 0,
             maxWireVersion: 21, readOnly: false, helloOk: true, ok: 1.0}""")
        .append("localTime", new BsonDateTime(0));
  }

  private static BsonDocument found() {
    RawBsonDocument order = new RawBsonDocument(Orders.bytes(0));
    BsonDocument cursor = new BsonDocument("firstBatch", new BsonArray(List.of(order)));
    cursor.putAll(BsonDocument.parse("{id: {$numberLong: '0'}, ns: 'bench.orders'}"));
    return new BsonDocument("cursor", cursor).append("ok", new BsonDouble(1));
  }

  private static byte[] message(int opcode, BsonDocument answer) {
    BasicOutputBuffer out = new BasicOutputBuffer();
    out.writeInt32(0);
    out.writeInt32(1);
    out.writeInt32(0);
    out.writeInt32(opcode);
    if (opcode == OP_REPLY) {
      out.writeInt32(8);
      out.writeInt64(0);
      out.writeInt32(0);
      out.writeInt32(1);
    } else {
      out.writeInt32(0);
      out.writeByte(0);
    }
    try (BsonBinaryWriter writer = new BsonBinaryWriter(out)) {
      new BsonDocumentCodec().encode(writer, answer, EncoderContext.builder().build());
    }
    out.writeInt32(0, out.getPosition());
    return out.toByteArray();
  }

  @Override
  protected void channelRead0(ChannelHandlerContext context, ByteBuf request)
      throws RocksDBException {
    byte[] reply = reply(request);
    ByteBuf out = context.alloc().ioBuffer(reply.length).writeBytes(reply);
    out.setIntLE(8, request.getIntLE(request.readerIndex() + 4));
    context.writeAndFlush(out, context.voidPromise());
  }

  private byte[] reply(ByteBuf request) throws RocksDBException {
    int start = request.readerIndex();
    if (request.getIntLE(start + 12) == OP_QUERY) {
      return OLD_HELLO;
    }
    byte first = request.getByte(start + NAME_OFFSET);
    switch (first) {
      case 'f' -> {
        rows.find();
        return FOUND;
      }
      case 'i' -> {
        if (isHello(request, start)) {
          return HELLO;
        }
        rows.insert(ByteBufUtil.getBytes(request));
        return INSERTED;
      }
      case 'u' -> {
        rows.update();
        return UPDATED;
      }
      default -> {
        return HELLO;
      }
    }
  }

  /** {@code isMaster} and {@code insert} begin alike. */
  private static boolean isHello(ByteBuf request, int start) {
    return request.getCharSequence(start + NAME_OFFSET, 2, StandardCharsets.UTF_8).equals("is");
  }
}
