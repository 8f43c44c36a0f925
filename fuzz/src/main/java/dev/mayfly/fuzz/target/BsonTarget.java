package dev.mayfly.fuzz.target;

import dev.mayfly.cosmos.http.CosmosException;
import dev.mayfly.cosmos.json.Json;
import dev.mayfly.cosmos.json.JsonWriter;
import dev.mayfly.engine.bson.KeyEncoder;
import dev.mayfly.engine.bson.RawBson;
import dev.mayfly.engine.bson.RawCursor;
import dev.mayfly.engine.bson.RawValue;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;
import dev.mayfly.fuzz.world.Limits;
import dev.mayfly.mongo.bson.BsonBytes;
import java.util.Arrays;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.bson.RawBsonDocument;
import org.bson.codecs.BsonDocumentCodec;

/**
 * BSON documents: what the validator accepts, the BSON library must decode to the same values, and
 * the encodings of keys must be the same from bytes and from objects.
 */
public final class BsonTarget implements Target {
  private static final int SECONDS_MAX = 2;
  private static final long ALLOCATED_BYTES_MAX = 32 << 20;

  @Override
  public String name() {
    return "bson";
  }

  @Override
  public String about() {
    return "BSON bytes: what the validator accepts is decoded, encoded, keyed and shown as JSON";
  }

  @Override
  public List<String> instrumented() {
    return List.of("dev.mayfly.engine.bson", "dev.mayfly.cosmos.json", "dev.mayfly.mongo.bson");
  }

  @Override
  public int bytesMax() {
    return 4096;
  }

  @Override
  public void run(byte[] input) throws Throwable {
    Limits.onThread(SECONDS_MAX, ALLOCATED_BYTES_MAX, () -> check(input));
  }

  private static void check(byte[] input) {
    try {
      RawBson.validate(input, 1 << 20, RawBson.MAX_DEPTH);
    } catch (EngineException e) {
      if (e.code() != ErrorCode.MALFORMED_BODY && e.code() != ErrorCode.TOO_LARGE) {
        throw e;
      }
      return;
    }
    BsonDocument decoded = new RawBsonDocument(input).decode(new BsonDocumentCodec());
    byte[] encoded = BsonBytes.of(decoded);
    RawBson.validate(encoded, 1 << 20, RawBson.MAX_DEPTH);
    require(
        new RawBsonDocument(encoded).decode(new BsonDocumentCodec()).equals(decoded),
        "decoded, encoded and decoded again it is another document");
    int elements = 0;
    for (RawCursor cursor = RawBson.cursor(encoded); cursor.next(); elements++) {
      checkValue(cursor.value(), decoded.get(cursor.name()));
    }
    require(elements == decoded.size(), "the cursor found " + elements + " elements");
    checkJson(new JsonWriter().document(encoded).toByteArray());
    require(RawBson.chargedSizeBytes(input) <= input.length, "the charged size is too large");
  }

  /** What the writer makes is JSON, though a document may nest deeper than texts that are read. */
  private static void checkJson(byte[] text) {
    try {
      Json.parse(text);
    } catch (CosmosException e) {
      require(e.getMessage().contains("nest"), e.getMessage());
    }
  }

  private static void checkValue(RawValue raw, BsonValue value) {
    require(raw.toBsonValue().equals(value), raw + " is " + value + " to the library");
    try {
      byte[] key = KeyEncoder.encode(raw);
      require(Arrays.equals(key, KeyEncoder.encode(value)), value + " has two keys");
      BsonValue decoded = KeyEncoder.decode(key);
      require(Arrays.equals(key, KeyEncoder.encode(decoded)), value + " has the key of " + decoded);
    } catch (EngineException e) {
      if (e.code() != ErrorCode.BAD_REQUEST) {
        throw e;
      }
    }
  }

  private static void require(boolean holds, String failure) {
    if (!holds) {
      throw new AssertionError(failure);
    }
  }
}
