package dev.mayfly.engine.operation;

import dev.mayfly.engine.bson.ByteSink;
import dev.mayfly.engine.bson.KeyEncoder;
import dev.mayfly.engine.bson.RawBson;
import dev.mayfly.engine.bson.RawValue;
import dev.mayfly.engine.catalog.ContainerDefinition;
import dev.mayfly.engine.catalog.UniqueKey;
import dev.mayfly.engine.format.UniqueRow;
import java.util.ArrayList;
import java.util.List;

/** What a body says of a container's unique keys, as the bytes that stand in unique rows. */
public final class UniqueValues {

  private UniqueValues() {}

  /** The values of each unique key of the container, in their order. */
  public static List<byte[]> of(ContainerDefinition definition, byte[] body) {
    List<UniqueKey> keys = definition.uniqueKeys();
    if (keys.isEmpty()) {
      return List.of();
    }
    List<byte[]> values = new ArrayList<>(keys.size());
    for (UniqueKey key : keys) {
      ByteSink sink = new ByteSink();
      key.paths()
          .forEach(
              path -> {
                RawValue value = RawBson.find(body, path);
                if (value == null) {
                  KeyEncoder.appendNull(sink);
                } else {
                  KeyEncoder.append(sink, value);
                }
              });
      values.add(UniqueRow.bounded(sink.toByteArray()));
    }
    return values;
  }
}
