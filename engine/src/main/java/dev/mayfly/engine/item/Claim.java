package dev.mayfly.engine.item;

import dev.mayfly.engine.catalog.Face;
import dev.mayfly.engine.catalog.OpenIndex;
import dev.mayfly.engine.catalog.UniqueKey;
import dev.mayfly.engine.catalog.Visibility;
import dev.mayfly.engine.commit.WriteTransaction;
import dev.mayfly.engine.format.Bytes;
import dev.mayfly.engine.format.ItemHeader;
import dev.mayfly.engine.format.Keys;
import dev.mayfly.engine.format.UniqueRow;
import dev.mayfly.engine.index.IndexKeys;
import dev.mayfly.engine.index.KeyBytes;
import dev.mayfly.engine.index.PathIndex;
import dev.mayfly.engine.storage.Table;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A value that only one living item may have, of a unique key or of a unique index: the row of
 * UNIQUE that says whose it is. The row is in force only while its owner lives in the version that
 * took it; whoever finds it otherwise takes it over in the same commit (B2), and whoever removes an
 * item removes its rows only if they are still its own (C5).
 *
 * @param row the key of the row
 * @param key the unique key; null if it is an index
 * @param index the unique index; null if it is a unique key
 */
public record Claim(byte[] row, UniqueKey key, PathIndex index) {

  /**
   * All claims of an item.
   *
   * @param uniqueValues of the container's unique keys
   * @param indexKeys in the container's indexes
   */
  public static List<Claim> of(
      Face face, byte[] partition, List<byte[]> uniqueValues, List<IndexKeys> indexKeys) {
    if (uniqueValues.isEmpty() && !face.indexes().anyUnique()) {
      return List.of();
    }
    int number = face.state().number();
    List<Claim> claims = new ArrayList<>();
    for (int i = 0; i < uniqueValues.size(); i++) {
      claims.add(
          new Claim(
              Keys.unique(number, i, partition, uniqueValues.get(i)),
              face.definition().uniqueKeys().get(i),
              null));
    }
    for (int i = 0; i < indexKeys.size(); i++) {
      OpenIndex index = face.indexes().list().get(i);
      if (index.index().unique()) {
        claims.addAll(of(number, index, indexKeys.get(i)));
      }
    }
    return claims;
  }

  /** The claims of an item in one unique index. */
  public static List<Claim> of(int container, OpenIndex index, IndexKeys keys) {
    byte[] prefix = Keys.uniqueIndex(container, index.id());
    List<Claim> claims = new ArrayList<>(keys.keys().size());
    for (byte[] key : keys.keys()) {
      claims.add(new Claim(Bytes.concat(prefix, key), null, index.index()));
    }
    return claims;
  }

  /** Refuses a value that another item has, which is alive in the version that took it. */
  public void check(
      WriteTransaction transaction, int container, Visibility visibility, byte[] suffix) {
    byte[] value = transaction.get(Table.UNIQUE, row);
    if (value == null) {
      return;
    }
    UniqueRow owner = UniqueRow.decode(value);
    if (Arrays.equals(owner.suffix(), suffix)) {
      return;
    }
    byte[] ownerRow = transaction.get(Table.ITEMS, Keys.item(container, owner.suffix()));
    ItemHeader item = visibility.see(ownerRow, owner.suffix());
    if (item != null && item.lsn() == owner.lsn()) {
      throw index == null
          ? UniqueKeyViolationException.of(key)
          : UniqueKeyViolationException.of(index, KeyBytes.values(index, indexKey()));
    }
  }

  private byte[] indexKey() {
    return Bytes.tail(row, Keys.UNIQUE_INDEX_KEY_AT);
  }

  public void put(WriteTransaction transaction, long lsn, byte[] suffix) {
    transaction.put(Table.UNIQUE, row, new UniqueRow(lsn, suffix).encode());
  }

  /** Gives the value up, if it is still this version's. */
  void remove(WriteTransaction transaction, long lsn, byte[] suffix) {
    byte[] value = transaction.get(Table.UNIQUE, row);
    if (value != null) {
      UniqueRow owner = UniqueRow.decode(value);
      if (owner.lsn() == lsn && Arrays.equals(owner.suffix(), suffix)) {
        transaction.delete(Table.UNIQUE, row);
      }
    }
  }
}
