package dev.mayfly.engine.catalog;

import dev.mayfly.engine.format.MetaKeys;

/** Rows of the catalog as whoever verifies a store reads them; CORRUPTED if one is damaged. */
public final class StoredCatalog {
  private StoredCatalog() {}

  public static Database database(byte[] key, byte[] row) {
    return CatalogCodec.decodeDatabase(MetaKeys.number(key), row);
  }

  public static ContainerState container(byte[] key, byte[] row) {
    return CatalogCodec.decodeContainer(MetaKeys.number(key), row);
  }

  public static DeletedPartition deletedPartition(byte[] key, byte[] row) {
    return DeletedPartition.decode(key, row);
  }
}
