package dev.mayfly.engine.item;

import dev.mayfly.engine.bson.ByteSink;
import dev.mayfly.engine.bson.KeyEncoder;
import dev.mayfly.engine.bson.RawBson;
import dev.mayfly.engine.bson.RawValue;
import dev.mayfly.engine.catalog.ContainerDefinition;
import dev.mayfly.engine.catalog.UniqueKey;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;
import dev.mayfly.engine.format.Bytes;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.List;

/** What a body says of a container's unique keys, as the bytes that stand in unique rows. */
public final class UniqueValues {
  private static final int PLAIN_BYTES_MAX = 64;
  private static final byte PLAIN = 0;
  private static final byte HASHED = 1;

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
      values.add(bounded(sink.toByteArray()));
    }
    return values;
  }

  private static byte[] bounded(byte[] values) {
    if (values.length <= PLAIN_BYTES_MAX) {
      return Bytes.concat(new byte[] {PLAIN}, values);
    }
    try {
      return Bytes.concat(new byte[] {HASHED}, MessageDigest.getInstance("SHA-256").digest(values));
    } catch (NoSuchAlgorithmException e) {
      throw new EngineException(ErrorCode.INTERNAL, "This JDK has no SHA-256.", e);
    }
  }
}
