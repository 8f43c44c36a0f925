package dev.mayfly.mongo.expression;

import dev.mayfly.mongo.bson.BsonText;
import dev.mayfly.mongo.bson.TypeNames;
import dev.mayfly.mongo.error.MongoException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Locale;
import org.bson.BsonBinary;
import org.bson.BsonBinarySubType;
import org.bson.BsonString;
import org.bson.BsonValue;

/** The {@code format} of {@code $convert} between binary data and strings. */
enum BinaryFormat {
  AUTO,
  BASE64,
  BASE64URL,
  HEX,
  UTF8,
  UUID;

  private static final int UUID_LENGTH = 36;
  private static final int UUID_BYTES = 16;
  private static final int BASE64_GROUP = 4;
  private static final byte UUID_SUBTYPE = BsonBinarySubType.UUID_STANDARD.getValue();

  /** The format of a name. */
  static BinaryFormat of(BsonValue name) {
    if (!name.isString()) {
      throw new MongoException(
          4341114,
          "$convert requires that 'format' be a string, found: %s with value %s"
              .formatted(TypeNames.of(name), BsonText.of(name)));
    }
    String text = name.asString().getValue();
    for (BinaryFormat format : values()) {
      if (format.name().toLowerCase(Locale.ROOT).equals(text)) {
        return format;
      }
    }
    throw new MongoException(4341125, "Invalid 'format' argument for $convert: " + text);
  }

  /** The error for a missing format. */
  static MongoException missing(String from, String to) {
    return new MongoException(
        4341115, "Format must be speficied when converting from '%s' to '%s'".formatted(from, to));
  }

  BsonBinary read(String text, byte subtype) {
    try {
      if ((this == UUID) != (subtype == UUID_SUBTYPE)) {
        throw new IllegalArgumentException(
            "Only the 'uuid' format is allowed with the UUID subtype");
      }
      return switch (this) {
        case BASE64 -> new BsonBinary(subtype, base64(text));
        case BASE64URL -> new BsonBinary(subtype, Base64.getUrlDecoder().decode(text));
        case HEX -> new BsonBinary(subtype, HexFormat.of().parseHex(text));
        case UTF8 -> new BsonBinary(subtype, text.getBytes(StandardCharsets.UTF_8));
        case UUID -> uuid(text);
        case AUTO -> throw new IllegalArgumentException("Invalid format 'auto'");
      };
    } catch (IllegalArgumentException e) {
      throw Conversions.failure(
          "Failed to parse BinData '%s' in $convert with no onError value: %s"
              .formatted(text, e.getMessage()));
    }
  }

  private static byte[] base64(String text) {
    if (text.length() % BASE64_GROUP != 0) {
      throw new IllegalArgumentException("invalid base64");
    }
    return Base64.getDecoder().decode(text);
  }

  private static BsonBinary uuid(String text) {
    if (text.length() == UUID_LENGTH) {
      try {
        return new BsonBinary(java.util.UUID.fromString(text));
      } catch (IllegalArgumentException e) {
        throw new IllegalArgumentException("Invalid UUID string: " + text, e);
      }
    }
    throw new IllegalArgumentException("Invalid UUID string: " + text);
  }

  BsonString write(BsonBinary binary) {
    byte[] bytes = binary.getData();
    boolean isUuid = binary.getType() == UUID_SUBTYPE && bytes.length == UUID_BYTES;
    return new BsonString(
        switch (this) {
          case AUTO -> isUuid ? uuid(bytes) : Base64.getEncoder().encodeToString(bytes);
          case BASE64 -> Base64.getEncoder().encodeToString(bytes);
          case BASE64URL -> Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
          case HEX -> HexFormat.of().withUpperCase().formatHex(bytes);
          case UTF8 -> utf8(binary);
          case UUID -> {
            if (!isUuid) {
              throw unwritable(binary, "BinData does not represent a valid UUID");
            }
            yield uuid(bytes);
          }
        });
  }

  private static String uuid(byte[] bytes) {
    ByteBuffer halves = ByteBuffer.wrap(bytes);
    return new java.util.UUID(halves.getLong(), halves.getLong()).toString();
  }

  private static String utf8(BsonBinary binary) {
    try {
      return StandardCharsets.UTF_8
          .newDecoder()
          .decode(ByteBuffer.wrap(binary.getData()))
          .toString();
    } catch (CharacterCodingException e) {
      throw unwritable(binary, "BinData does not represent a valid UTF-8 string");
    }
  }

  private static MongoException unwritable(BsonBinary binary, String why) {
    return Conversions.failure(
        "Failed to convert '%s' to string in $convert with no onError value: %s"
            .formatted(BsonText.of(binary), why));
  }
}
