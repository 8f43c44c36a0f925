package dev.mayfly.server.transfer.format;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;
import org.bson.BsonBoolean;
import org.bson.BsonDateTime;
import org.bson.BsonDecimal128;
import org.bson.BsonDocument;
import org.bson.BsonDouble;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonObjectId;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.bson.types.Decimal128;
import org.bson.types.ObjectId;

/**
 * A column of a CSV file: the path of a property, with dots, and the type of its values, as the
 * header says after a colon.
 */
record CsvColumn(String path, Type type) {
  /** What the cells are; text unless the header says otherwise. */
  enum Type {
    STRING,
    INT,
    LONG,
    DOUBLE,
    DECIMAL,
    BOOL,
    DATE,
    OBJECTID,
    /** Any value, in (extended) JSON. */
    JSON;

    String label() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  CsvColumn {
    requireNonNull(path, "path");
    requireNonNull(type, "type");
  }

  /**
   * Reads a cell of the header.
   *
   * @throws IllegalArgumentException if it names no property, or no type
   */
  static CsvColumn of(String cell) {
    int colon = cell.lastIndexOf(':');
    String path = colon < 0 ? cell : cell.substring(0, colon);
    if (path.isEmpty() || path.startsWith(".") || path.endsWith(".") || path.contains("..")) {
      throw new IllegalArgumentException("'" + cell + "' names no property");
    }
    if (colon < 0) {
      return new CsvColumn(path, Type.STRING);
    }
    String wanted = cell.substring(colon + 1);
    for (Type type : Type.values()) {
      if (type.label().equals(wanted.toLowerCase(Locale.ROOT))) {
        return new CsvColumn(path, type);
      }
    }
    throw new IllegalArgumentException(
        "'"
            + wanted
            + "' is not a type; there are "
            + Arrays.stream(Type.values()).map(Type::label).collect(Collectors.joining(", ")));
  }

  String header() {
    return path + ":" + type.label();
  }

  /**
   * What a cell says.
   *
   * @throws IllegalArgumentException if it is not of the type
   */
  BsonValue value(String cell) {
    try {
      return switch (type) {
        case STRING -> new BsonString(cell);
        case INT -> new BsonInt32(Integer.parseInt(cell));
        case LONG -> new BsonInt64(Long.parseLong(cell));
        case DOUBLE -> new BsonDouble(Double.parseDouble(cell));
        case DECIMAL -> new BsonDecimal128(Decimal128.parse(cell));
        case BOOL -> bool(cell);
        case DATE -> new BsonDateTime(Instant.parse(cell).toEpochMilli());
        case OBJECTID -> new BsonObjectId(new ObjectId(cell));
        case JSON -> DocumentText.parse("{\"v\":" + cell + "}").get("v");
      };
    } catch (IllegalArgumentException | DateTimeParseException e) {
      throw new IllegalArgumentException(
          "the cell of the column '" + path + "' is '" + cell + "', which is no " + type.label(),
          e);
    }
  }

  private static BsonBoolean bool(String cell) {
    if (!cell.equals("true") && !cell.equals("false")) {
      throw new IllegalArgumentException(cell);
    }
    return BsonBoolean.valueOf(cell.equals("true"));
  }

  /** The type of a column that has this value; JSON where there is no other. */
  static Type typeOf(BsonValue value) {
    return switch (value.getBsonType()) {
      case STRING -> Type.STRING;
      case INT32 -> Type.INT;
      case INT64 -> Type.LONG;
      case DOUBLE -> Type.DOUBLE;
      case DECIMAL128 -> Type.DECIMAL;
      case BOOLEAN -> Type.BOOL;
      case DATE_TIME -> Type.DATE;
      case OBJECT_ID -> Type.OBJECTID;
      default -> Type.JSON;
    };
  }

  /** The cell for a value of the type, not yet quoted. */
  String cell(BsonValue value) {
    return switch (type) {
      case STRING -> value.asString().getValue();
      case INT -> Integer.toString(value.asInt32().getValue());
      case LONG -> Long.toString(value.asInt64().getValue());
      case DOUBLE -> Double.toString(value.asDouble().getValue());
      case DECIMAL -> value.asDecimal128().getValue().toString();
      case BOOL -> Boolean.toString(value.asBoolean().getValue());
      case DATE -> Instant.ofEpochMilli(value.asDateTime().getValue()).toString();
      case OBJECTID -> value.asObjectId().getValue().toHexString();
      case JSON -> json(value);
    };
  }

  private static String json(BsonValue value) {
    String text = DocumentText.of(new BsonDocument("v", value));
    return text.substring(text.indexOf(':') + 1, text.length() - 1).strip();
  }
}
