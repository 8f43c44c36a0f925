package dev.mayfly.cosmos.item;

import static java.util.Objects.requireNonNull;

import dev.mayfly.cosmos.json.JsonWriter;
import dev.mayfly.engine.Container;
import dev.mayfly.engine.bson.FieldPath;
import dev.mayfly.engine.bson.RawBson;
import dev.mayfly.engine.bson.RawValue;
import dev.mayfly.engine.feed.ChangeFeed;
import dev.mayfly.engine.partition.PartitionKeyDefinition;
import java.nio.charset.StandardCharsets;

/** Writes the entries of the log of all versions and deletes of a container. */
final class VersionWriter {
  private static final byte[] ID = "id".getBytes(StandardCharsets.US_ASCII);

  private final PartitionKeyDefinition definition;
  private final StoredItem form;

  VersionWriter(Container container, StoredItem form) {
    this.definition = container.definition().partitionKey();
    this.form = requireNonNull(form, "form");
  }

  void write(JsonWriter json, ChangeFeed.Version version) {
    boolean isDelete =
        switch (version.kind()) {
          case CREATE, REPLACE -> false;
          case DELETE, TTL_DELETE -> true;
        };
    json.raw("{\"current\":");
    if (isDelete) {
      json.raw("{}");
    } else {
      json.document(form.document(version.item()));
    }
    json.raw(",\"metadata\":{\"operationType\":");
    json.raw(
        switch (version.kind()) {
          case CREATE -> "\"create\"";
          case REPLACE -> "\"replace\"";
          case DELETE, TTL_DELETE -> "\"delete\"";
        });
    json.raw(",\"lsn\":");
    json.number(version.lsn());
    json.raw(",\"crts\":");
    json.number(version.tsSecond());
    if (version.previousLsn() > 0) {
      json.raw(",\"previousImageLSN\":");
      json.number(version.previousLsn());
    }
    if (isDelete) {
      writeDeleted(json, version);
    }
    json.raw("}}");
  }

  private void writeDeleted(JsonWriter json, ChangeFeed.Version version) {
    if (version.timeToLiveExpired()) {
      json.raw(",\"timeToLiveExpired\":true");
    }
    byte[] body = version.item().body();
    json.raw(",\"id\":");
    json.value(RawBson.findRoot(body, ID));
    json.raw(",\"partitionKey\":{");
    boolean first = true;
    for (FieldPath path : definition.paths()) {
      RawValue value = RawBson.find(body, path);
      if (value != null) {
        json.raw(first ? "" : ",");
        json.string(String.join("/", path.names()));
        json.raw(":");
        json.value(value);
        first = false;
      }
    }
    json.raw("}");
  }
}
