package dev.mayfly.cosmos.item;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.mayfly.cosmos.http.CosmosException;
import dev.mayfly.cosmos.hybridrow.BatchOperationRow;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Takes the body of a batch apart, which is JSON or, from the .NET SDK, HybridRow. The bodies of
 * its operations are only found here: they are read as those of single operations are.
 */
final class BatchReader {
  static final int OPERATIONS_MAX = 100;

  private static final JsonFactory JSON = new JsonFactory();

  private final byte[] batch;
  private final JsonParser parser;

  private BatchReader(byte[] batch, JsonParser parser) {
    this.batch = batch;
    this.parser = parser;
  }

  /** The operations of a batch, at least one. */
  static List<BatchEntry> read(byte[] batch) {
    if (BatchOperationRow.isFirstOf(batch)) {
      return entries(batch, BatchOperationRow.read(batch, OPERATIONS_MAX));
    }
    try (JsonParser parser = JSON.createParser(batch)) {
      return new BatchReader(batch, parser).entries();
    } catch (IOException e) {
      throw malformed("it is not well-formed JSON");
    }
  }

  private static List<BatchEntry> entries(byte[] batch, List<BatchOperationRow> rows) {
    List<BatchEntry> entries = new ArrayList<>(rows.size());
    for (BatchOperationRow row : rows) {
      requireRoom(entries);
      entries.add(
          new BatchEntry(
              type(row.operationType()),
              row.id(),
              row.partitionKey(),
              Preconditions.of(row.ifMatch(), row.ifNoneMatch()),
              row.minimal(),
              batch,
              row.bodyOffset(),
              row.bodyLength()));
    }
    return nonEmpty(entries);
  }

  private List<BatchEntry> entries() throws IOException {
    if (parser.nextToken() != JsonToken.START_ARRAY) {
      throw malformed("it must be a JSON array of operations");
    }
    List<BatchEntry> entries = new ArrayList<>();
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      requireRoom(entries);
      if (parser.currentToken() != JsonToken.START_OBJECT) {
        throw malformed("an operation must be a JSON object");
      }
      entries.add(entry());
    }
    if (parser.nextToken() != null) {
      throw malformed("something follows after it");
    }
    return nonEmpty(entries);
  }

  private static void requireRoom(List<BatchEntry> entries) {
    if (entries.size() == OPERATIONS_MAX) {
      throw CosmosException.errors(
          400, 0, "Batch request has more operations than what is supported.");
    }
  }

  private static List<BatchEntry> nonEmpty(List<BatchEntry> entries) {
    if (entries.isEmpty()) {
      throw malformed("it has no operation");
    }
    return entries;
  }

  private BatchEntry entry() throws IOException {
    BatchEntry.Type type = null;
    String id = null;
    String partitionKey = null;
    String ifMatch = null;
    String ifNoneMatch = null;
    boolean minimal = false;
    int bodyOffset = 0;
    int bodyLength = 0;
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      String name = parser.currentName();
      parser.nextToken();
      switch (name) {
        case "operationType" -> type = BatchEntry.Type.of(text(name));
        case "id" -> id = text(name);
        case "partitionKey" -> partitionKey = text(name);
        case "ifMatch" -> ifMatch = text(name);
        case "ifNoneMatch" -> ifNoneMatch = text(name);
        case "minimalReturnPreference" -> {
          minimal = parser.currentToken() == JsonToken.VALUE_TRUE;
          parser.skipChildren();
        }
        case "resourceBody" -> {
          bodyOffset = offset(parser.currentTokenLocation().getByteOffset());
          parser.skipChildren();
          parser.finishToken();
          bodyLength = offset(parser.currentLocation().getByteOffset()) - bodyOffset;
        }
        default -> parser.skipChildren();
      }
    }
    if (type == null) {
      throw unknownType();
    }
    return new BatchEntry(
        type,
        id,
        partitionKey,
        Preconditions.of(ifMatch, ifNoneMatch),
        minimal,
        batch,
        bodyOffset,
        bodyLength);
  }

  private String text(String name) throws IOException {
    if (parser.currentToken() == JsonToken.VALUE_NULL) {
      return null;
    }
    if (parser.currentToken() != JsonToken.VALUE_STRING) {
      throw malformed("the " + name + " of an operation must be a string");
    }
    return parser.getText();
  }

  /** The parser reports byte offsets only if it takes the text for UTF-8. */
  private static int offset(long byteOffset) {
    if (byteOffset < 0) {
      throw malformed("it must be UTF-8");
    }
    return (int) byteOffset;
  }

  private static BatchEntry.Type type(int number) {
    return switch (number) {
      case BatchOperationRow.CREATE -> BatchEntry.Type.CREATE;
      case BatchOperationRow.UPSERT -> BatchEntry.Type.UPSERT;
      case BatchOperationRow.REPLACE -> BatchEntry.Type.REPLACE;
      case BatchOperationRow.PATCH -> BatchEntry.Type.PATCH;
      case BatchOperationRow.DELETE -> BatchEntry.Type.DELETE;
      case BatchOperationRow.READ -> BatchEntry.Type.READ;
      default -> throw unknownType();
    };
  }

  private static CosmosException unknownType() {
    return malformed("an operationType must be Create, Upsert, Replace, Patch, Delete or Read");
  }

  private static CosmosException malformed(String why) {
    return CosmosException.errors(400, 0, "The batch can't be read: " + why + ".");
  }
}
