package dev.mayfly.fuzz.input;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.bson.BsonBinary;
import org.bson.BsonDocument;
import org.bson.BsonRegularExpression;
import org.bson.BsonString;
import org.bson.BsonValue;

/** Writes documents so that {@link DocumentCode} reads them, for the seeds of a corpus. */
final class DocumentEncoder {
  private static final int SHORT_MAX = 0x7f;
  private static final int TEXT_MAX = 0xff;
  private static final int ID_BYTES = 12;
  private static final Map<String, Integer> WORDS = new HashMap<>();

  static {
    for (String word : DocumentCode.WORDS) {
      WORDS.putIfAbsent(word, WORDS.size());
    }
  }

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();

  private DocumentEncoder() {}

  /** The bytes of documents; what the code has no form for is left out or cut off. */
  static byte[] encode(List<BsonDocument> documents) {
    DocumentEncoder encoder = new DocumentEncoder();
    documents.forEach(encoder::document);
    return encoder.out.toByteArray();
  }

  private void document(BsonDocument document) {
    for (Map.Entry<String, BsonValue> element : document.entrySet()) {
      int type = type(element.getValue());
      out.write(type);
      name(element.getKey());
      value(type, element.getValue());
    }
    out.write(DocumentCode.END);
  }

  private void name(String name) {
    Integer word = WORDS.get(name);
    if (word != null) {
      out.write(word >> 8);
      out.write(word);
    } else {
      byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
      int length = Math.min(bytes.length, SHORT_MAX);
      out.write(DocumentCode.LITERAL + length);
      out.write(bytes, 0, length);
    }
  }

  private static int type(BsonValue value) {
    int notable = DocumentCode.NOTABLES.indexOf(value);
    if (notable >= 0) {
      return DocumentCode.NOTABLE;
    }
    return switch (value.getBsonType()) {
      case DOUBLE -> DocumentCode.DOUBLE;
      case STRING -> textType(value.asString());
      case DOCUMENT -> DocumentCode.DOCUMENT;
      case ARRAY -> DocumentCode.ARRAY;
      case INT32 ->
          value.asInt32().getValue() == (byte) value.asInt32().getValue()
              ? DocumentCode.SMALL
              : DocumentCode.INT32;
      case INT64 -> DocumentCode.INT64;
      case BOOLEAN -> DocumentCode.BOOLEAN;
      case DATE_TIME -> DocumentCode.DATE;
      case OBJECT_ID -> DocumentCode.OBJECT_ID;
      case REGULAR_EXPRESSION -> DocumentCode.REGEX;
      case DECIMAL128 -> DocumentCode.DECIMAL;
      case BINARY -> DocumentCode.BINARY;
      case TIMESTAMP -> DocumentCode.TIMESTAMP;
      case MIN_KEY -> DocumentCode.MIN_KEY;
      case MAX_KEY -> DocumentCode.MAX_KEY;
      case UNDEFINED -> DocumentCode.UNDEFINED;
      case JAVASCRIPT -> DocumentCode.CODE;
      case SYMBOL -> DocumentCode.SYMBOL;
      default -> DocumentCode.NULL;
    };
  }

  private static int textType(BsonString text) {
    String value = text.getValue();
    if (WORDS.containsKey(value)) {
      return DocumentCode.WORD;
    }
    return value.startsWith("$") && WORDS.containsKey(value.substring(1))
        ? DocumentCode.REFERENCE
        : DocumentCode.STRING;
  }

  private void value(int type, BsonValue value) {
    switch (type) {
      case DocumentCode.DOUBLE -> int64(Double.doubleToRawLongBits(value.asDouble().getValue()));
      case DocumentCode.STRING -> text(value.asString().getValue());
      case DocumentCode.WORD -> name(value.asString().getValue());
      case DocumentCode.REFERENCE -> name(value.asString().getValue().substring(1));
      case DocumentCode.DOCUMENT -> document(value.asDocument());
      case DocumentCode.ARRAY -> array(value.asArray());
      case DocumentCode.SMALL -> out.write(value.asInt32().getValue());
      case DocumentCode.INT32 -> int32(value.asInt32().getValue());
      case DocumentCode.INT64 -> int64(value.asInt64().getValue());
      case DocumentCode.BOOLEAN -> out.write(value.asBoolean().getValue() ? 1 : 0);
      case DocumentCode.DATE -> int64(value.asDateTime().getValue());
      case DocumentCode.OBJECT_ID ->
          out.write(value.asObjectId().getValue().toByteArray()[ID_BYTES - 1]);
      case DocumentCode.REGEX -> regex(value.asRegularExpression());
      case DocumentCode.DECIMAL -> {
        int64(value.asDecimal128().getValue().getHigh());
        int64(value.asDecimal128().getValue().getLow());
      }
      case DocumentCode.BINARY -> binary(value.asBinary());
      case DocumentCode.TIMESTAMP -> int64(value.asTimestamp().getValue());
      case DocumentCode.CODE -> text(value.asJavaScript().getCode());
      case DocumentCode.SYMBOL -> text(value.asSymbol().getSymbol());
      case DocumentCode.NOTABLE -> out.write(DocumentCode.NOTABLES.indexOf(value));
      default -> {
        // The type says it all.
      }
    }
  }

  private void array(List<BsonValue> values) {
    for (BsonValue value : values) {
      int type = type(value);
      out.write(type);
      value(type, value);
    }
    out.write(DocumentCode.END);
  }

  private void regex(BsonRegularExpression regex) {
    text(regex.getPattern());
    int bits = 0;
    for (int i = 0; i < Texts.REGEX_OPTIONS.length(); i++) {
      bits |= regex.getOptions().indexOf(Texts.REGEX_OPTIONS.charAt(i)) >= 0 ? 1 << i : 0;
    }
    out.write(bits);
  }

  private void binary(BsonBinary binary) {
    int length = Math.min(binary.getData().length, TEXT_MAX);
    out.write(binary.getType());
    out.write(length);
    out.write(binary.getData(), 0, length);
  }

  private void text(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    int length = Math.min(bytes.length, TEXT_MAX);
    out.write(length);
    out.write(bytes, 0, length);
  }

  private void int32(int value) {
    for (int shift = 24; shift >= 0; shift -= 8) {
      out.write(value >> shift);
    }
  }

  private void int64(long value) {
    int32((int) (value >> 32));
    int32((int) value);
  }
}
