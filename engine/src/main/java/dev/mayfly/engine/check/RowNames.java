package dev.mayfly.engine.check;

import dev.mayfly.engine.bson.KeyDecoder;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.format.Keys;
import dev.mayfly.engine.partition.PartitionKeyDefinition;
import dev.mayfly.engine.storage.Table;
import java.util.HexFormat;

/** Says where a row stands so that a person finds it. */
final class RowNames {
  private static final int EPK_BYTES = 16;
  private static final int HASHED_IDENTITY_BYTES = 33;
  private static final int HASHED_IDENTITY = 0x80;
  private static final int HEX_BYTES_MAX = 128;

  private RowNames() {}

  static String row(Table table, byte[] key) {
    return table + " " + hex(key);
  }

  static String row(Table table, ContainerFacts container, byte[] key) {
    return table + " of " + container.name() + " " + hex(key);
  }

  static String item(ContainerFacts container, byte[] suffix) {
    return "item "
        + id(container.definition().partitionKey(), suffix)
        + " of "
        + container.name()
        + " ("
        + hex(Keys.item(container.number(), suffix))
        + ")";
  }

  static String hex(byte[] bytes) {
    String all = HexFormat.of().formatHex(bytes, 0, Math.min(bytes.length, HEX_BYTES_MAX));
    return bytes.length > HEX_BYTES_MAX ? all + "..." : all;
  }

  /** The id, as well as it can be made out without the item. */
  private static String id(PartitionKeyDefinition definition, byte[] suffix) {
    if (definition.version() == 1) {
      return "?";
    }
    try {
      int at = definition.paths().size() * EPK_BYTES;
      int values = suffix[at] & 0xff;
      KeyDecoder decoder =
          new KeyDecoder(suffix, at + (values == HASHED_IDENTITY ? HASHED_IDENTITY_BYTES : 1));
      for (int i = 0; i < values && values != HASHED_IDENTITY; i++) {
        decoder.next();
      }
      return decoder.next().toString();
    } catch (EngineException | IndexOutOfBoundsException | IllegalArgumentException e) {
      return "?";
    }
  }
}
