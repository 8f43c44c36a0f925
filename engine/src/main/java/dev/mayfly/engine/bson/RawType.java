package dev.mayfly.engine.bson;

/** The type bytes of BSON elements. */
public final class RawType {
  public static final byte DOUBLE = 0x01;
  public static final byte STRING = 0x02;
  public static final byte DOCUMENT = 0x03;
  public static final byte ARRAY = 0x04;
  public static final byte BINARY = 0x05;
  public static final byte UNDEFINED = 0x06;
  public static final byte OBJECT_ID = 0x07;
  public static final byte BOOLEAN = 0x08;
  public static final byte DATE = 0x09;
  public static final byte NULL = 0x0A;
  public static final byte REGEX = 0x0B;
  public static final byte DB_POINTER = 0x0C;
  public static final byte JAVASCRIPT = 0x0D;
  public static final byte SYMBOL = 0x0E;
  public static final byte JAVASCRIPT_WITH_SCOPE = 0x0F;
  public static final byte INT32 = 0x10;
  public static final byte TIMESTAMP = 0x11;
  public static final byte INT64 = 0x12;
  public static final byte DECIMAL128 = 0x13;
  public static final byte MIN_KEY = (byte) 0xFF;
  public static final byte MAX_KEY = 0x7F;

  /** The binary subtype whose payload repeats its own length. */
  static final byte OLD_BINARY_SUBTYPE = 0x02;

  private RawType() {}

  /** The name of a type for messages, as MongoDB spells it. */
  public static String nameOf(byte type) {
    return switch (type) {
      case DOUBLE -> "double";
      case STRING -> "string";
      case DOCUMENT -> "object";
      case ARRAY -> "array";
      case BINARY -> "binData";
      case UNDEFINED -> "undefined";
      case OBJECT_ID -> "objectId";
      case BOOLEAN -> "bool";
      case DATE -> "date";
      case NULL -> "null";
      case REGEX -> "regex";
      case DB_POINTER -> "dbPointer";
      case JAVASCRIPT -> "javascript";
      case SYMBOL -> "symbol";
      case JAVASCRIPT_WITH_SCOPE -> "javascriptWithScope";
      case INT32 -> "int";
      case TIMESTAMP -> "timestamp";
      case INT64 -> "long";
      case DECIMAL128 -> "decimal";
      case MIN_KEY -> "minKey";
      case MAX_KEY -> "maxKey";
      default -> String.format("unknown type 0x%02X", type);
    };
  }
}
