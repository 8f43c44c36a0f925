package dev.mayfly.server.expiry;

import dev.mayfly.cosmos.json.JsonWriter;
import dev.mayfly.engine.bson.RawBson;
import dev.mayfly.engine.bson.RawValue;
import dev.mayfly.engine.catalog.ContainerDefinition;
import dev.mayfly.engine.feed.ChangeFeed;
import dev.mayfly.engine.partition.PartitionKey;
import dev.mayfly.engine.partition.PartitionKeyComponent;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/** An expiry event as JSON: id, partition key, deadline and the last version of the item. */
public final class ExpiryJson {
  private static final byte[] ID = "id".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] COLLECTION_ID = "_id".getBytes(StandardCharsets.US_ASCII);

  /** What the MongoDB API leaves in the definitions of its collections. */
  private static final String COLLECTION_MARK = "mongodb";

  private ExpiryJson() {}

  /** Whether a container is a collection of the MongoDB API. */
  public static boolean isCollection(ContainerDefinition definition) {
    return definition.opaque().containsKey(COLLECTION_MARK);
  }

  /** What a reader resumes after an event with. */
  public static String resumeId(ChangeFeed.Expiry expiry) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(expiry.continuation());
  }

  /** An object, without the resume id. */
  public static String text(ContainerDefinition definition, ChangeFeed.Expiry expiry) {
    JsonWriter json = new JsonWriter(expiry.item().body().length + 256);
    json.raw("{");
    members(definition, expiry, json);
    json.raw("}");
    return new String(json.toByteArray(), StandardCharsets.UTF_8);
  }

  /** What is between the braces of such an object. */
  static void members(ContainerDefinition definition, ChangeFeed.Expiry expiry, JsonWriter json) {
    byte[] body = expiry.item().body();
    json.raw("\"id\":");
    RawValue id = RawBson.findRoot(body, isCollection(definition) ? COLLECTION_ID : ID);
    if (id == null) {
      json.raw("null");
    } else {
      json.value(id);
    }
    json.raw(",\"partitionKey\":");
    partitionKey(definition, body, json);
    json.raw(",\"deadline\":").number(expiry.deathSecond());
    json.raw(",\"lastWritten\":").number(expiry.item().tsSecond());
    json.raw(",\"item\":").document(body);
  }

  private static void partitionKey(ContainerDefinition definition, byte[] body, JsonWriter json) {
    PartitionKey key = PartitionKey.fromBody(definition.partitionKey(), body);
    json.raw("[");
    String separator = "";
    for (PartitionKeyComponent component : key.components()) {
      json.raw(separator);
      separator = ",";
      if (component instanceof PartitionKeyComponent.Text text) {
        json.string(text.value());
      } else if (component instanceof PartitionKeyComponent.Numeric number) {
        json.number(number.value());
      } else {
        json.raw(
            switch ((PartitionKeyComponent.Constant) component) {
              case UNDEFINED -> "{}";
              case NULL -> "null";
              case FALSE -> "false";
              case TRUE -> "true";
            });
      }
    }
    json.raw("]");
  }
}
