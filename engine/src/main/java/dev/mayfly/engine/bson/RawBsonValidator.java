package dev.mayfly.engine.bson;

import static dev.mayfly.engine.error.ErrorCode.TOO_LARGE;

import dev.mayfly.engine.error.EngineException;

/** The one full validation of a body, done before anything else reads it. */
final class RawBsonValidator {
  private final byte[] bytes;
  private final int maxDepth;

  RawBsonValidator(byte[] bytes, int maxDepth) {
    this.bytes = bytes;
    this.maxDepth = maxDepth;
  }

  void validate(int maxBytes) {
    if (bytes.length > maxBytes) {
      throw new EngineException(
          TOO_LARGE,
          "The body has "
              + bytes.length
              + " bytes; at most "
              + maxBytes
              + " are allowed. Send a smaller one.");
    }
    document(0, bytes.length, 1);
  }

  void validatePart(int offset, int end) {
    document(offset, end, 1);
  }

  /** Checks the document that fills [offset, end). */
  private void document(int offset, int end, int depth) {
    if (depth > maxDepth) {
      throw RawBson.malformed(offset, "it nests deeper than " + maxDepth + " levels");
    }
    int limit = RawBson.checkedEnd(bytes, offset, end);
    int position = offset + Integer.BYTES;
    while (position < limit) {
      byte type = bytes[position];
      int nameOffset = position + 1;
      int nameEnd = RawBson.nameEnd(bytes, nameOffset, limit);
      utf8(nameOffset, nameEnd);
      int valueOffset = nameEnd + 1;
      int length = RawBson.valueLength(bytes, type, valueOffset, limit);
      value(type, valueOffset, length, depth);
      position = valueOffset + length;
    }
  }

  private void value(byte type, int offset, int length, int depth) {
    switch (type) {
      case RawType.STRING, RawType.JAVASCRIPT, RawType.SYMBOL -> string(offset, offset + length);
      case RawType.DOCUMENT, RawType.ARRAY -> document(offset, offset + length, depth + 1);
      case RawType.BOOLEAN -> bool(offset);
      case RawType.BINARY -> binary(offset, length);
      case RawType.REGEX -> regex(offset, offset + length);
      case RawType.DB_POINTER -> string(offset, offset + length - 12);
      case RawType.JAVASCRIPT_WITH_SCOPE -> codeWithScope(offset, offset + length, depth);
      default -> {
        // Fixed size, every content allowed.
      }
    }
  }

  /** Checks the string with its length in front and its terminator that fills [offset, end). */
  private void string(int offset, int end) {
    int length = LittleEndian.int32(bytes, offset);
    if (length != end - offset - Integer.BYTES) {
      throw RawBson.malformed(offset, "the string's length " + length + " is wrong");
    }
    if (bytes[end - 1] != 0) {
      throw RawBson.malformed(end - 1, "the string's terminator is missing");
    }
    utf8(offset + Integer.BYTES, end - 1);
  }

  private void bool(int offset) {
    if ((bytes[offset] & ~1) != 0) {
      throw RawBson.malformed(offset, "a boolean must be 0 or 1, not " + (bytes[offset] & 0xFF));
    }
  }

  private void binary(int offset, int length) {
    if (bytes[offset + Integer.BYTES] != RawType.OLD_BINARY_SUBTYPE) {
      return;
    }
    int payloadOffset = offset + Integer.BYTES + 1;
    int payload = length - Integer.BYTES - 1;
    if (payload < Integer.BYTES
        || LittleEndian.int32(bytes, payloadOffset) != payload - Integer.BYTES) {
      throw RawBson.malformed(offset, "binary data of subtype 2 does not repeat its length");
    }
  }

  private void regex(int offset, int end) {
    int patternEnd = RawBson.nameEnd(bytes, offset, end);
    utf8(offset, patternEnd);
    utf8(patternEnd + 1, end - 1);
  }

  private void codeWithScope(int offset, int end, int depth) {
    int codeOffset = offset + Integer.BYTES;
    int codeLength = LittleEndian.int32(bytes, codeOffset);
    int room = end - codeOffset - Integer.BYTES - RawBson.MIN_DOCUMENT_BYTES;
    if (codeLength < 1 || codeLength > room) {
      throw RawBson.malformed(codeOffset, "the code's length " + codeLength + " is wrong");
    }
    int scopeOffset = codeOffset + Integer.BYTES + codeLength;
    string(codeOffset, scopeOffset);
    document(scopeOffset, end, depth + 1);
  }

  private void utf8(int from, int to) {
    int invalid = Utf8.firstInvalid(bytes, from, to);
    if (invalid >= 0) {
      throw RawBson.malformed(invalid, "a name or string is not valid UTF-8");
    }
  }
}
