package dev.mayfly.cosmos.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import dev.mayfly.cosmos.http.CosmosException;
import dev.mayfly.engine.bson.RawBson;
import dev.mayfly.engine.bson.RawCursor;
import dev.mayfly.engine.bson.RawType;
import dev.mayfly.engine.bson.Utf8;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * Turns one JSON text into one BSON document, token by token. It keeps its own stack of open
 * objects and arrays, so that a hostile text can neither overflow the thread's nor take more memory
 * than a few times its own length.
 */
final class JsonToBson {
  /** How deep objects and arrays may nest, the outermost being level 1. */
  static final int MAX_DEPTH = 128;

  /**
   * How many values a text may have that becomes a tree of objects: the tree of many small values
   * takes fifty times the memory of the text.
   */
  static final int TREE_VALUES_MAX = 250_000;

  private static final int NOT_AN_ARRAY = -1;

  /** Properties that the server owns; what a client sends for them is dropped. */
  static final Set<String> SERVER_OWNED = Set.of("_rid", "_self", "_etag", "_attachments", "_ts");

  /** Parsers remember names for the next text. Texts with longer ones than this leave no trace. */
  private static final int REMEMBERED_NAME_CHARS = 256;

  private static final JsonFactory FACTORY =
      JsonFactory.builder()
          .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
          .enable(StreamReadFeature.USE_FAST_DOUBLE_PARSER)
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxNestingDepth(MAX_DEPTH + 1)
                  .maxNameLength(Integer.MAX_VALUE)
                  .maxStringLength(Integer.MAX_VALUE)
                  .build())
          .build();

  private final byte[] json;
  private final int bodyOffset;
  private final int start;
  private final int end;
  private final boolean item;
  private final BsonBuffer out;
  private final PropertyNames names = new PropertyNames(MAX_DEPTH);
  private final int[] offsets = new int[MAX_DEPTH + 1];
  private final int[] nextIndexes = new int[MAX_DEPTH + 1];
  private final boolean[] repeated = new boolean[MAX_DEPTH + 1];
  private JsonParser parser;
  private int depth;
  private int elementOffset;
  private int droppedOffset = -1;
  private int values;
  private boolean isId;
  private boolean hasLongName;
  private String id;

  /**
   * @param item whether the root's server-owned properties are dropped and its id is checked
   */
  JsonToBson(byte[] json, int offset, int length, boolean item) {
    this.json = json;
    this.bodyOffset = offset;
    this.end = offset + length;
    this.start = startsWithMark(json, offset, length) ? offset + 3 : offset;
    this.item = item;
    this.out = new BsonBuffer(length + length / 4);
  }

  /** The id of an item that was read: null if it has none. */
  String id() {
    return id;
  }

  /** Reads a text that is an object. */
  byte[] object() {
    return read(false);
  }

  /** Reads a text that may be any value, and gives a document with it as its only element. */
  byte[] anyValue() {
    return read(true);
  }

  private byte[] read(boolean wrapped) {
    checkEncoding();
    try {
      parser = FACTORY.createParser(json, start, end - start);
      JsonToken token = parser.nextToken();
      if (token == null) {
        throw invalid("it is empty", start);
      }
      if (wrapped) {
        out.putInt(0);
        elementOffset = out.length();
        out.putByte(0);
        out.putByte(0);
        value(token);
      } else if (token == JsonToken.START_OBJECT) {
        open(NOT_AN_ARRAY);
      } else {
        throw invalid("it must be an object", start);
      }
      while (depth > 0) {
        step(parser.nextToken());
      }
      if (wrapped) {
        close(0);
      }
      finish();
      return out.toByteArray();
    } catch (JsonProcessingException e) {
      long at = e.getLocation() == null ? 0 : e.getLocation().getByteOffset();
      throw invalid(e.getOriginalMessage(), start + (int) Math.max(at, 0));
    } catch (IOException e) {
      throw invalid(e.getMessage(), start);
    }
  }

  private void step(JsonToken token) throws IOException {
    if (token == null) {
      throw invalid("it ends too early", end);
    }
    switch (token) {
      case FIELD_NAME -> name(parser.currentName());
      case END_OBJECT, END_ARRAY -> {
        int offset = offsets[depth];
        close(offset);
        if (nextIndexes[depth] == NOT_AN_ARRAY) {
          names.close(depth);
          if (repeated[depth]) {
            keepLast(offset);
          }
        }
        depth--;
        afterValue();
      }
      default -> {
        if (nextIndexes[depth] != NOT_AN_ARRAY) {
          elementOffset = out.length();
          out.putByte(0);
          out.putIndexName(nextIndexes[depth]++);
        }
        value(token);
      }
    }
  }

  private void name(String name) throws IOException {
    repeated[depth] |= !names.add(depth, name);
    if (name.indexOf('\0') >= 0) {
      throw invalid("a property name cannot hold the character U+0000", here());
    }
    hasLongName |= name.length() > REMEMBERED_NAME_CHARS;
    elementOffset = out.length();
    if (item && depth == 1) {
      droppedOffset = SERVER_OWNED.contains(name) ? elementOffset : -1;
      isId = name.equals("id");
    }
    out.putByte(0);
    text(parser.getTextCharacters(), parser.getTextOffset(), parser.getTextLength());
    out.putByte(0);
  }

  private void value(JsonToken token) throws IOException {
    if (!item && ++values > TREE_VALUES_MAX) {
      throw invalid("it has more than " + TREE_VALUES_MAX + " values", here());
    }
    if (isId) {
      id = idValue(token);
      isId = false;
    }
    switch (token) {
      case START_OBJECT -> {
        type(RawType.DOCUMENT);
        open(NOT_AN_ARRAY);
        return;
      }
      case START_ARRAY -> {
        type(RawType.ARRAY);
        open(0);
        return;
      }
      case VALUE_STRING -> string();
      case VALUE_NUMBER_INT -> whole();
      case VALUE_NUMBER_FLOAT -> number(parser.getDoubleValue());
      case VALUE_TRUE, VALUE_FALSE -> {
        type(RawType.BOOLEAN);
        out.putByte(token == JsonToken.VALUE_TRUE ? 1 : 0);
      }
      case VALUE_NULL -> type(RawType.NULL);
      default -> throw invalid("unexpected " + token, here());
    }
    afterValue();
  }

  private String idValue(JsonToken token) throws IOException {
    return switch (token) {
      case VALUE_STRING -> parser.getText();
      case VALUE_NULL -> null;
      default -> throw CosmosException.badRequest("One of the specified inputs is invalid");
    };
  }

  private void afterValue() {
    if (depth == 1 && droppedOffset >= 0) {
      out.truncate(droppedOffset);
      droppedOffset = -1;
    }
  }

  private void open(int firstIndex) {
    if (depth == MAX_DEPTH) {
      throw invalid("it nests deeper than " + MAX_DEPTH + " levels", here());
    }
    depth++;
    offsets[depth] = out.length();
    nextIndexes[depth] = firstIndex;
    repeated[depth] = false;
    if (firstIndex == NOT_AN_ARRAY) {
      names.open(depth);
    }
    out.putInt(0);
  }

  private void close(int offset) {
    out.putByte(0);
    out.setInt(offset, out.length() - offset);
  }

  /** Of properties with the same name, the last one counts; the object ends the buffer. */
  private void keepLast(int offset) {
    byte[] object = out.from(offset);
    Map<String, Integer> last = new HashMap<>();
    for (RawCursor each = RawBson.cursor(object); each.next(); ) {
      last.put(each.name(), each.nameOffset());
    }
    out.truncate(offset);
    out.putInt(0);
    for (RawCursor each = RawBson.cursor(object); each.next(); ) {
      if (last.get(each.name()) == each.nameOffset()) {
        int start = each.nameOffset() - 1;
        out.put(object, start, each.valueOffset() + each.valueLength() - start);
      }
    }
    close(offset);
  }

  private void type(byte type) {
    out.setByte(elementOffset, type);
  }

  private void string() throws IOException {
    type(RawType.STRING);
    int lengthOffset = out.length();
    out.putInt(0);
    text(parser.getTextCharacters(), parser.getTextOffset(), parser.getTextLength());
    out.putByte(0);
    out.setInt(lengthOffset, out.length() - lengthOffset - Integer.BYTES);
  }

  private void text(char[] text, int offset, int count) {
    int half = out.putUtf8(text, offset, count);
    if (half >= 0) {
      throw invalid(
          String.format("half of a surrogate pair (U+%04X)", (int) text[offset + half]), here());
    }
  }

  private void whole() throws IOException {
    if (parser.getNumberType() == JsonParser.NumberType.BIG_INTEGER) {
      number(parser.getDoubleValue());
      return;
    }
    long value = parser.getLongValue();
    if (value == 0 && parser.getTextCharacters()[parser.getTextOffset()] == '-') {
      number(-0.0);
    } else {
      whole(value);
    }
  }

  private void whole(long value) {
    if (value == (int) value) {
      type(RawType.INT32);
      out.putInt((int) value);
    } else {
      type(RawType.INT64);
      out.putLong(value);
    }
  }

  private void number(double value) {
    if (Double.isInfinite(value)) {
      throw invalid("a number is too large", here());
    }
    if (JsonNumbers.isWhole(value)) {
      whole((long) value);
    } else {
      type(RawType.DOUBLE);
      out.putLong(Double.doubleToRawLongBits(value));
    }
  }

  /** Checks what follows the value without the parser, which would intern names at the end. */
  private void finish() throws IOException {
    if (parser.currentToken().isScalarValue()) {
      if (parser.nextToken() != null) {
        throw invalid("something follows the value", here());
      }
      return;
    }
    for (int i = here() + 1; i < end; i++) {
      byte b = json[i];
      if (b != ' ' && b != '\n' && b != '\r' && b != '\t') {
        throw invalid("something follows the value", i);
      }
    }
    if (!hasLongName) {
      parser.close();
    }
  }

  /** The position of the current token. */
  private int here() {
    return start + (int) parser.currentTokenLocation().getByteOffset();
  }

  /** The parser guesses among encodings and is lenient with UTF-8; only strict UTF-8 gets there. */
  private void checkEncoding() {
    int invalid = Utf8.firstInvalid(json, start, end);
    for (int i = start; invalid < 0 && i < Math.min(end, start + 4); i++) {
      if (json[i] == 0 || i == start && json[i] < 0) {
        invalid = i;
      }
    }
    if (invalid >= 0) {
      throw invalid("it is not UTF-8 text", invalid);
    }
  }

  private static boolean startsWithMark(byte[] json, int offset, int length) {
    return length >= 3
        && json[offset] == (byte) 0xEF
        && json[offset + 1] == (byte) 0xBB
        && json[offset + 2] == (byte) 0xBF;
  }

  private CosmosException invalid(String why, int position) {
    return CosmosException.badRequest(
        "The request body is not valid JSON: "
            + why
            + ", at byte "
            + (position - bodyOffset)
            + ".");
  }
}
