package dev.mayfly.fuzz.input;

import java.util.ArrayList;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonBinary;
import org.bson.BsonBoolean;
import org.bson.BsonDateTime;
import org.bson.BsonDecimal128;
import org.bson.BsonDocument;
import org.bson.BsonDouble;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonJavaScript;
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
import org.bson.types.Decimal128;
import org.bson.types.ObjectId;

/**
 * Documents as bytes of which any mutation is again documents: a byte for the type of a value,
 * words by their number in the dictionary, and a zero or the end of the input for the end of a
 * document.
 */
final class DocumentCode {
  static final int END = 0;
  static final int DOUBLE = 1;
  static final int STRING = 2;
  static final int DOCUMENT = 3;
  static final int ARRAY = 4;
  static final int SMALL = 5;
  static final int INT32 = 6;
  static final int INT64 = 7;
  static final int BOOLEAN = 8;
  static final int NULL = 9;
  static final int DATE = 10;
  static final int OBJECT_ID = 11;
  static final int REGEX = 12;
  static final int DECIMAL = 13;
  static final int BINARY = 14;
  static final int TIMESTAMP = 15;
  static final int MIN_KEY = 16;
  static final int MAX_KEY = 17;
  static final int UNDEFINED = 18;
  static final int CODE = 19;
  static final int SYMBOL = 20;
  static final int WORD = 21;
  static final int REFERENCE = 22;
  static final int NOTABLE = 23;
  static final int TYPES = 24;

  /** A name is a word if its first byte is below this, else so many bytes follow. */
  static final int LITERAL = 0x80;

  /** The corpus refers to words by their place: the list may only grow at its end. */
  static final List<String> WORDS = Words.of("mongo");

  static final List<BsonValue> NOTABLES =
      List.of(
          new BsonInt32(Integer.MAX_VALUE),
          new BsonInt32(Integer.MIN_VALUE),
          new BsonInt64(Long.MAX_VALUE),
          new BsonInt64(Long.MIN_VALUE),
          new BsonInt64(1L << 53),
          new BsonDouble(-0.0),
          new BsonDouble(Double.NaN),
          new BsonDouble(Double.POSITIVE_INFINITY),
          new BsonDouble(Double.NEGATIVE_INFINITY),
          new BsonDouble(Double.MIN_VALUE),
          new BsonDouble(Double.MAX_VALUE),
          new BsonDouble(0.5),
          new BsonDouble(0x1p63),
          new BsonDecimal128(Decimal128.NaN),
          new BsonDecimal128(Decimal128.POSITIVE_INFINITY),
          new BsonDecimal128(Decimal128.NEGATIVE_ZERO),
          new BsonDecimal128(Decimal128.parse("9.999999999999999999999999999999999E+6144")),
          new BsonDecimal128(Decimal128.parse("1E-6176")),
          new BsonDateTime(Long.MAX_VALUE),
          new BsonDateTime(Long.MIN_VALUE),
          new BsonDateTime(-62135596800001L),
          new BsonTimestamp(-1L),
          new BsonString(""),
          new BsonString("$"),
          new BsonString("$$"),
          new BsonString("."),
          new BsonString("a.0.b"),
          new BsonString("\u0000"),
          new BsonString("\uD83D\uDE00"),
          new BsonDocument(),
          new BsonArray());

  private static final int DEPTH_MAX = 60;
  private static final int VALUES_MAX = 2000;

  private final Input input;
  private int values;

  private DocumentCode(Input input) {
    this.input = input;
  }

  /** The documents of an input, at most so many. */
  static List<BsonDocument> decode(byte[] bytes, int documentsMax) {
    DocumentCode code = new DocumentCode(new Input(bytes));
    List<BsonDocument> documents = new ArrayList<>();
    while (!code.input.atEnd() && documents.size() < documentsMax) {
      documents.add(code.document(1));
    }
    return documents;
  }

  private BsonDocument document(int depth) {
    BsonDocument document = new BsonDocument();
    while (!input.atEnd() && values < VALUES_MAX) {
      int type = input.below(TYPES);
      if (type == END) {
        break;
      }
      String name = name();
      document.append(name, value(type, depth));
    }
    return document;
  }

  private BsonArray array(int depth) {
    BsonArray array = new BsonArray();
    while (!input.atEnd() && values < VALUES_MAX) {
      int type = input.below(TYPES);
      if (type == END) {
        break;
      }
      array.add(value(type, depth));
    }
    return array;
  }

  private String name() {
    int first = input.octet();
    if (first < LITERAL) {
      return WORDS.get((first << 8 | input.octet()) % WORDS.size());
    }
    return plain(Texts.utf8(input.take(first - LITERAL)));
  }

  /** Names can't hold the character that ends them. */
  private static String plain(String text) {
    return text.replace('\0', '_');
  }

  private BsonValue value(int type, int depth) {
    values++;
    return switch (type) {
      case DOUBLE -> new BsonDouble(Double.longBitsToDouble(input.int64()));
      case STRING -> new BsonString(text());
      case DOCUMENT -> depth < DEPTH_MAX ? document(depth + 1) : BsonNull.VALUE;
      case ARRAY -> depth < DEPTH_MAX ? array(depth + 1) : BsonNull.VALUE;
      case SMALL -> new BsonInt32((byte) input.octet());
      case INT32 -> new BsonInt32(input.int32());
      case INT64 -> new BsonInt64(input.int64());
      case BOOLEAN -> BsonBoolean.valueOf(input.below(2) == 1);
      case DATE -> new BsonDateTime(input.int64());
      case OBJECT_ID -> new BsonObjectId(new ObjectId(0, input.octet()));
      case REGEX -> new BsonRegularExpression(plain(text()), options(input.octet()));
      case DECIMAL ->
          new BsonDecimal128(Decimal128.fromIEEE754BIDEncoding(input.int64(), input.int64()));
      case BINARY -> new BsonBinary((byte) input.octet(), input.take(input.octet()));
      case TIMESTAMP -> new BsonTimestamp(input.int64());
      case MIN_KEY -> new BsonMinKey();
      case MAX_KEY -> new BsonMaxKey();
      case UNDEFINED -> new BsonUndefined();
      case CODE -> new BsonJavaScript(text());
      case SYMBOL -> new BsonSymbol(text());
      case WORD -> new BsonString(name());
      case REFERENCE -> new BsonString("$" + name());
      case NOTABLE -> NOTABLES.get(input.below(NOTABLES.size()));
      default -> BsonNull.VALUE;
    };
  }

  private String text() {
    return Texts.utf8(input.take(input.octet()));
  }

  static String options(int bits) {
    StringBuilder options = new StringBuilder();
    for (int i = 0; i < Texts.REGEX_OPTIONS.length(); i++) {
      if ((bits >> i & 1) != 0) {
        options.append(Texts.REGEX_OPTIONS.charAt(i));
      }
    }
    return options.toString();
  }
}
