package dev.mayfly.cosmos.resource;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.mayfly.cosmos.http.CosmosException;
import dev.mayfly.cosmos.http.HeaderNames;
import dev.mayfly.cosmos.http.Request;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;
import dev.mayfly.engine.partition.PartitionKey;
import dev.mayfly.engine.partition.PartitionKeyComponent;
import dev.mayfly.engine.partition.PartitionKeyComponent.Constant;
import dev.mayfly.engine.partition.PartitionKeyDefinition;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * The partition key of a request: a JSON array with a value for each path, in which an empty object
 * stands for a value that the item does not have.
 */
public final class PartitionKeyHeader {
  private static final JsonFactory JSON = new JsonFactory();
  private static final int LENGTH_MAX = 32 * 1024;

  private PartitionKeyHeader() {}

  /**
   * The key that the text of a header says, complete or not.
   *
   * @throws CosmosException 400 if it says none
   */
  public static PartitionKey parse(String header) {
    return parse(header, true);
  }

  private static PartitionKey parse(String text, boolean inHeader) {
    if (text.length() > LENGTH_MAX) {
      throw invalid(text);
    }
    try {
      String plain = plainText(text);
      return plain != null
          ? PartitionKey.of(plain)
          : new PartitionKey(components(inHeader ? utf8(text) : text));
    } catch (IOException e) {
      throw invalid(text);
    } catch (EngineException e) {
      if (e.code() == ErrorCode.WRONG_PARTITION_KEY) {
        throw moreComponents();
      }
      throw CosmosException.errors(400, 0, e.getMessage());
    }
  }

  /**
   * The key of a request for one logical partition.
   *
   * @throws CosmosException 400 if there is none, or it has not a value for each path
   */
  public static PartitionKey require(Request request, PartitionKeyDefinition definition) {
    String header = request.header(HeaderNames.PARTITION_KEY);
    return complete(header == null ? PartitionKey.NONE : parse(header), definition);
  }

  /** As {@link #require}, of a text from a body, which may be null: its characters are meant. */
  public static PartitionKey complete(String text, PartitionKeyDefinition definition) {
    return complete(text == null ? PartitionKey.NONE : parse(text, false), definition);
  }

  private static PartitionKey complete(PartitionKey key, PartitionKeyDefinition definition) {
    if (definition.paths().isEmpty() && isUndefined(key)) {
      // Clients that know of no container without a partition key name an undefined one.
      return PartitionKey.NONE;
    }
    if (!key.isComplete(definition)) {
      throw key.components().size() < definition.paths().size()
          ? fewerComponents()
          : moreComponents();
    }
    return key;
  }

  private static boolean isUndefined(PartitionKey key) {
    return key.components().stream().allMatch(component -> component == Constant.UNDEFINED);
  }

  public static CosmosException fewerComponents() {
    return CosmosException.errors(
        400,
        0,
        "The partition key supplied in x-ms-partitionkey header has fewer components than defined"
            + " in the the collection.");
  }

  public static CosmosException moreComponents() {
    return CosmosException.errors(
        400,
        0,
        "The partition key supplied in x-ms-partitionkey header has more components than defined"
            + " in the the collection.");
  }

  private static CosmosException invalid(String header) {
    String shown = header.length() > 100 ? header.substring(0, 100) + "..." : header;
    return CosmosException.errors(
        400,
        0,
        "Partition key " + shown + " is invalid: it must be a JSON array of scalar values.");
  }

  /** The text of a key that is one string without anything special in it, as most are, or null. */
  private static String plainText(String header) {
    int end = header.length() - 2;
    if (end < 2 || !header.startsWith("[\"") || !header.endsWith("\"]")) {
      return null;
    }
    for (int i = 2; i < end; i++) {
      char c = header.charAt(i);
      if (c == '"' || c == '\\' || c < ' ' || c > '~') {
        return null;
      }
    }
    return header.substring(2, end);
  }

  /** Header values come as one character for each byte: what is beyond ASCII was UTF-8. */
  private static String utf8(String header) throws CharacterCodingException {
    boolean ascii = true;
    for (int i = 0; i < header.length(); i++) {
      char c = header.charAt(i);
      if (c > 0xFF) {
        return header;
      }
      ascii &= c < 0x80;
    }
    return ascii
        ? header
        : StandardCharsets.UTF_8
            .newDecoder()
            .decode(ByteBuffer.wrap(header.getBytes(StandardCharsets.ISO_8859_1)))
            .toString();
  }

  private static List<PartitionKeyComponent> components(String json) throws IOException {
    List<Object> values = new ArrayList<>(PartitionKeyDefinition.MAX_PATHS);
    try (JsonParser parser = JSON.createParser(json)) {
      if (parser.nextToken() != JsonToken.START_ARRAY) {
        throw invalid(json);
      }
      while (parser.nextToken() != JsonToken.END_ARRAY) {
        if (values.size() == PartitionKeyDefinition.MAX_PATHS) {
          throw moreComponents();
        }
        values.add(value(parser, json));
      }
      if (parser.nextToken() != null) {
        throw invalid(json);
      }
    }
    return PartitionKey.of(values.toArray()).components();
  }

  private static Object value(JsonParser parser, String json) throws IOException {
    JsonToken token = parser.currentToken();
    if (token == null) {
      throw invalid(json);
    }
    switch (token) {
      case VALUE_STRING:
        return parser.getText();
      case VALUE_NUMBER_INT:
      case VALUE_NUMBER_FLOAT:
        return parser.getDoubleValue();
      case VALUE_TRUE:
        return Boolean.TRUE;
      case VALUE_FALSE:
        return Boolean.FALSE;
      case VALUE_NULL:
        return null;
      case START_OBJECT:
        if (parser.nextToken() == JsonToken.END_OBJECT) {
          return PartitionKey.UNDEFINED;
        }
        throw invalid(json);
      default:
        throw invalid(json);
    }
  }
}
