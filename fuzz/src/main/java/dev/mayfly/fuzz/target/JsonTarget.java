package dev.mayfly.fuzz.target;

import dev.mayfly.cosmos.http.CosmosException;
import dev.mayfly.cosmos.json.ItemReader;
import dev.mayfly.cosmos.json.Json;
import dev.mayfly.cosmos.json.JsonWriter;
import dev.mayfly.engine.bson.RawBson;
import dev.mayfly.fuzz.world.Limits;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** JSON texts through the reader and the writer of the Cosmos DB port, and back. */
public final class JsonTarget implements Target {
  private static final int SECONDS_MAX = 2;
  private static final long ALLOCATED_BYTES_MAX = 16 << 20;

  @Override
  public String name() {
    return "json";
  }

  @Override
  public String about() {
    return "JSON bodies to BSON and back: refused with 400, or read again it says the same";
  }

  @Override
  public List<String> instrumented() {
    return List.of("dev.mayfly.cosmos.json", "dev.mayfly.engine.bson");
  }

  @Override
  public int bytesMax() {
    return 4096;
  }

  @Override
  public String dictionary() {
    return "json";
  }

  @Override
  public void run(byte[] input) throws Throwable {
    Limits.onThread(SECONDS_MAX, ALLOCATED_BYTES_MAX, () -> check(input));
  }

  private static void check(byte[] input) {
    byte[] bson;
    try {
      bson = ItemReader.read(input, 0, input.length).bson();
    } catch (CosmosException e) {
      requireBadRequest(e);
      checkValue(input);
      return;
    }
    RawBson.validate(bson, Integer.MAX_VALUE, RawBson.MAX_DEPTH);
    byte[] text = new JsonWriter().document(bson).toByteArray();
    byte[] again = ItemReader.read(text, 0, text.length).bson();
    // The bytes may differ: as in JavaScript, -0.0 is written as 0.
    if (!Arrays.equals(new JsonWriter().document(again).toByteArray(), text)) {
      throw new AssertionError(
          "The text was read, written as "
              + new String(text, StandardCharsets.UTF_8)
              + " and read as something else");
    }
    BsonDocument tree = Json.parse(text);
    if (!Arrays.equals(Json.bytes(tree), text)) {
      throw new AssertionError("The tree of " + tree + " is written in another way than its bytes");
    }
  }

  /** What is no object may still be an array or a scalar, as partition keys and parameters are. */
  private static void checkValue(byte[] input) {
    try {
      BsonValue value = Json.parseValue(input);
      byte[] text = Json.bytes(new BsonDocument("v", value));
      if (!Arrays.equals(Json.bytes(Json.parse(text)), text)) {
        throw new AssertionError(value + " was written and read as something else");
      }
    } catch (CosmosException e) {
      requireBadRequest(e);
    }
  }

  private static void requireBadRequest(CosmosException e) {
    if (e.status() != 400) {
      throw new AssertionError("status " + e.status() + ": " + e.getMessage(), e);
    }
  }
}
