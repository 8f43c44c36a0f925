package dev.mayfly.engine.bson;

/**
 * The first bytes of encoded values, in MongoDB's comparison order. They are part of the disk
 * format. 0x00 ends the elements of a document or an array; 0x00 and 0xFF start no value, so
 * callers may use them around keys.
 */
final class KeyTags {
  static final int END = 0x00;
  static final int MIN_KEY = 0x02;
  static final int UNDEFINED = 0x08;
  static final int NULL = 0x0A;

  static final int NAN = 0x10;
  static final int NEGATIVE_INFINITY = 0x11;
  static final int NEGATIVE_LARGE = 0x12;

  /** A number of n bytes has ZERO + n or ZERO - n, with n from 1 to 8. */
  static final int ZERO = 0x1B;

  static final int POSITIVE_LARGE = 0x24;
  static final int POSITIVE_INFINITY = 0x25;

  static final int STRING = 0x30;
  static final int DOCUMENT = 0x38;
  static final int ARRAY = 0x40;
  static final int BINARY = 0x48;
  static final int OBJECT_ID = 0x50;
  static final int FALSE = 0x58;
  static final int TRUE = 0x59;
  static final int DATE = 0x60;
  static final int TIMESTAMP = 0x68;
  static final int REGEX = 0x70;
  static final int DB_POINTER = 0x78;
  static final int JAVASCRIPT = 0x80;
  static final int JAVASCRIPT_WITH_SCOPE = 0x88;
  static final int MAX_KEY = 0xF0;

  private KeyTags() {}

  /**
   * The tag that all values comparable with a value of this type share; it stands before an
   * element's name, since MongoDB compares types before names.
   */
  static int classOf(byte type) {
    return switch (type) {
      case RawType.MIN_KEY -> MIN_KEY;
      case RawType.UNDEFINED -> UNDEFINED;
      case RawType.NULL -> NULL;
      case RawType.DOUBLE, RawType.INT32, RawType.INT64, RawType.DECIMAL128 -> ZERO;
      case RawType.STRING, RawType.SYMBOL -> STRING;
      case RawType.DOCUMENT -> DOCUMENT;
      case RawType.ARRAY -> ARRAY;
      case RawType.BINARY -> BINARY;
      case RawType.OBJECT_ID -> OBJECT_ID;
      case RawType.BOOLEAN -> FALSE;
      case RawType.DATE -> DATE;
      case RawType.TIMESTAMP -> TIMESTAMP;
      case RawType.REGEX -> REGEX;
      case RawType.DB_POINTER -> DB_POINTER;
      case RawType.JAVASCRIPT -> JAVASCRIPT;
      case RawType.JAVASCRIPT_WITH_SCOPE -> JAVASCRIPT_WITH_SCOPE;
      case RawType.MAX_KEY -> MAX_KEY;
      default -> throw new IllegalArgumentException(RawType.nameOf(type));
    };
  }
}
