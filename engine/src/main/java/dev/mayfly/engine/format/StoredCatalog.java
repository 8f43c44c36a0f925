package dev.mayfly.engine.format;

import dev.mayfly.engine.catalog.ContainerState;
import dev.mayfly.engine.catalog.Database;
import dev.mayfly.engine.catalog.DeletedPartition;

/** Rows of the catalog for the verifier of a store; CORRUPTED if one is damaged. */
public final class StoredCatalog {
  private StoredCatalog() {}

  public static Database database(byte[] key, byte[] row) {
    return CatalogCodec.decodeDatabase(MetaKeys.number(key), row);
  }

  public static ContainerState container(byte[] key, byte[] row) {
    return CatalogCodec.decodeContainer(MetaKeys.number(key), row);
  }

  public static DeletedPartition deletedPartition(byte[] key, byte[] row) {
    return CatalogCodec.decodeDeletedPartition(key, row);
  }
}
