package dev.mayfly.mongo.bson;

import dev.mayfly.engine.bson.RawCursor;
import dev.mayfly.engine.bson.RawValue;
import dev.mayfly.engine.bson.Utf8;
import java.util.List;
import java.util.Map;
import org.bson.BsonArray;
import org.bson.BsonBinary;
import org.bson.BsonBinarySubType;
import org.bson.BsonDocument;
import org.bson.BsonRegularExpression;
import org.bson.BsonValue;
import org.bson.types.Decimal128;

/** Serializes documents; lazy ones are copied as bytes. */
public final class BsonBytes {
  private final LittleEndianSink sink;

  private BsonBytes(LittleEndianSink sink) {
    this.sink = sink;
  }

  public static byte[] of(BsonDocument document) {
    LittleEndianSink sink = new LittleEndianSink(256);
    write(document, sink);
    return sink.toByteArray();
  }

  public static void write(BsonDocument document, LittleEndianSink sink) {
    new BsonBytes(sink).document(document);
  }

  /** Writes one element of a document. */
  public static void writeElement(String name, BsonValue value, LittleEndianSink sink) {
    new BsonBytes(sink).element(name, value);
  }

  /** An array whose documents stay lazy. */
  static BsonArray array(RawValue value) {
    BsonArray array = new BsonArray();
    for (RawCursor cursor = value.elements(); cursor.next(); ) {
      array.add(LazyDocument.valueOf(cursor));
    }
    return array;
  }

  private void document(BsonDocument document) {
    if (document instanceof LazyDocument lazy) {
      RawValue raw = lazy.raw();
      sink.putBytes(raw.bytes(), raw.offset(), raw.length());
      return;
    }
    int start = sink.length();
    sink.putInt(0);
    for (Map.Entry<String, BsonValue> field : document.entrySet()) {
      element(field.getKey(), field.getValue());
    }
    sink.putByte(0);
    sink.setInt(start, sink.length() - start);
  }

  private void array(List<BsonValue> values) {
    int start = sink.length();
    sink.putInt(0);
    for (int i = 0; i < values.size(); i++) {
      element(Integer.toString(i), values.get(i));
    }
    sink.putByte(0);
    sink.setInt(start, sink.length() - start);
  }

  private void element(String name, BsonValue value) {
    sink.putByte(type(value));
    sink.putCString(name);
    switch (value.getBsonType()) {
      case DOUBLE -> sink.putLong(Double.doubleToRawLongBits(value.asDouble().getValue()));
      case STRING -> string(value.asString().getValue());
      case DOCUMENT -> document(value.asDocument());
      case ARRAY -> {
        if (value instanceof EncodedArray encoded) {
          sink.putBytes(encoded.bytes());
        } else {
          array(value.asArray());
        }
      }
      case BINARY -> binary(value.asBinary());
      case OBJECT_ID -> sink.putBytes(value.asObjectId().getValue().toByteArray());
      case BOOLEAN -> sink.putByte(value.asBoolean().getValue() ? 1 : 0);
      case DATE_TIME -> sink.putLong(value.asDateTime().getValue());
      case REGULAR_EXPRESSION -> regex(value.asRegularExpression());
      case DB_POINTER -> {
        string(value.asDBPointer().getNamespace());
        sink.putBytes(value.asDBPointer().getId().toByteArray());
      }
      case JAVASCRIPT -> string(value.asJavaScript().getCode());
      case SYMBOL -> string(value.asSymbol().getSymbol());
      case JAVASCRIPT_WITH_SCOPE -> {
        int start = sink.length();
        sink.putInt(0);
        string(value.asJavaScriptWithScope().getCode());
        document(value.asJavaScriptWithScope().getScope());
        sink.setInt(start, sink.length() - start);
      }
      case INT32 -> sink.putInt(value.asInt32().getValue());
      case TIMESTAMP -> sink.putLong(value.asTimestamp().getValue());
      case INT64 -> sink.putLong(value.asInt64().getValue());
      case DECIMAL128 -> decimal(value.asDecimal128().getValue());
      default -> {
        // Undefined, null and the min and max keys have no value bytes.
      }
    }
  }

  private static int type(BsonValue value) {
    return value.getBsonType().getValue();
  }

  private void string(String text) {
    byte[] utf8 = Utf8.encode(text);
    sink.putInt(utf8.length + 1);
    sink.putBytes(utf8);
    sink.putByte(0);
  }

  private void binary(BsonBinary binary) {
    byte[] data = binary.getData();
    if (binary.getType() == BsonBinarySubType.OLD_BINARY.getValue()) {
      sink.putInt(data.length + Integer.BYTES);
      sink.putByte(binary.getType());
      sink.putInt(data.length);
    } else {
      sink.putInt(data.length);
      sink.putByte(binary.getType());
    }
    sink.putBytes(data);
  }

  private void regex(BsonRegularExpression regex) {
    sink.putCString(regex.getPattern());
    sink.putCString(regex.getOptions());
  }

  private void decimal(Decimal128 decimal) {
    sink.putLong(decimal.getLow());
    sink.putLong(decimal.getHigh());
  }
}
