package dev.mayfly.engine.bson;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import org.assertj.core.api.AbstractThrowableAssert;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.bson.BsonArray;
import org.bson.BsonBinary;
import org.bson.BsonBinaryWriter;
import org.bson.BsonBoolean;
import org.bson.BsonDateTime;
import org.bson.BsonDbPointer;
import org.bson.BsonDecimal128;
import org.bson.BsonDocument;
import org.bson.BsonDouble;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonJavaScript;
import org.bson.BsonJavaScriptWithScope;
import org.bson.BsonMaxKey;
import org.bson.BsonMinKey;
import org.bson.BsonNull;
import org.bson.BsonObjectId;
import org.bson.BsonRegularExpression;
import org.bson.BsonString;
import org.bson.BsonSymbol;
import org.bson.BsonTimestamp;
import org.bson.BsonUndefined;
import org.bson.BsonValue;
import org.bson.codecs.BsonDocumentCodec;
import org.bson.codecs.EncoderContext;
import org.bson.io.BasicOutputBuffer;
import org.bson.types.Decimal128;
import org.bson.types.ObjectId;

/** Documents as bytes, written by the BSON library, for the tests of what reads them. */
public final class Bodies {
  private Bodies() {}

  /** The bytes of a document in extended JSON. */
  public static byte[] json(String json) {
    return bytes(BsonDocument.parse(json.replace('\'', '"')));
  }

  public static byte[] bytes(BsonDocument document) {
    BasicOutputBuffer buffer = new BasicOutputBuffer();
    try (BsonBinaryWriter writer = new BsonBinaryWriter(buffer)) {
      new BsonDocumentCodec().encode(writer, document, EncoderContext.builder().build());
    }
    return buffer.toByteArray();
  }

  /** The value as it stands inside a document's bytes. */
  public static RawValue raw(BsonValue value) {
    byte[] body = bytes(new BsonDocument("v", value));
    return RawBson.findRoot(body, "v".getBytes(StandardCharsets.US_ASCII));
  }

  public static byte[] hex(String hex) {
    return HexFormat.of().parseHex(hex.replace(" ", ""));
  }

  /** A document with one value of each BSON type, each under the type's name. */
  public static BsonDocument everyType() {
    ObjectId id = new ObjectId("0123456789abcdef01234567");
    return new BsonDocument()
        .append("double", new BsonDouble(1.5))
        .append("string", new BsonString("text \u00e9 \ud83d\ude00"))
        .append("object", new BsonDocument("inner", new BsonInt32(1)))
        .append("array", new BsonArray(Arrays.asList(new BsonInt32(1), new BsonString("x"))))
        .append("binData", new BsonBinary((byte) 5, new byte[] {1, 2, 3}))
        .append("oldBinData", new BsonBinary((byte) 2, new byte[] {4, 5}))
        .append("undefined", new BsonUndefined())
        .append("objectId", new BsonObjectId(id))
        .append("bool", BsonBoolean.TRUE)
        .append("date", new BsonDateTime(1_700_000_000_123L))
        .append("null", BsonNull.VALUE)
        .append("regex", new BsonRegularExpression("^a.*", "im"))
        .append("dbPointer", new BsonDbPointer("db.c", id))
        .append("javascript", new BsonJavaScript("f()"))
        .append("symbol", new BsonSymbol("sym"))
        .append(
            "javascriptWithScope",
            new BsonJavaScriptWithScope("g()", new BsonDocument("s", new BsonInt64(2))))
        .append("int", new BsonInt32(-7))
        .append("timestamp", new BsonTimestamp(5, 6))
        .append("long", new BsonInt64(1L << 40))
        .append("decimal", new BsonDecimal128(Decimal128.parse("0.1")))
        .append("minKey", new BsonMinKey())
        .append("maxKey", new BsonMaxKey());
  }

  /** Documents within documents, the outermost included. */
  static byte[] nested(int levels) {
    byte[] body = hex("05000000 00");
    for (int i = 1; i < levels; i++) {
      ByteSink sink = new ByteSink();
      sink.putInt(Integer.reverseBytes(body.length + 8));
      sink.putByte(RawType.DOCUMENT);
      sink.putByte('d');
      sink.putByte(0);
      sink.putBytes(body);
      sink.putByte(0);
      body = sink.toByteArray();
    }
    return body;
  }

  public static AbstractThrowableAssert<?, ? extends Throwable> assertRefused(
      ErrorCode code, ThrowingCallable action) {
    return assertThatThrownBy(action)
        .isInstanceOfSatisfying(EngineException.class, e -> assertThat(e.code()).isEqualTo(code));
  }
}
