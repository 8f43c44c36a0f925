package dev.mayfly.engine.operation;

import dev.mayfly.engine.catalog.OpenIndex;
import dev.mayfly.engine.catalog.UniqueKey;
import dev.mayfly.engine.commit.WriteTransaction;
import dev.mayfly.engine.container.ContainerSnapshot;
import dev.mayfly.engine.container.Visibility;
import dev.mayfly.engine.format.ItemRow;
import dev.mayfly.engine.format.Keys;
import dev.mayfly.engine.format.UniqueRow;
import dev.mayfly.engine.index.IndexKeys;
import dev.mayfly.engine.index.IndexReader;
import dev.mayfly.engine.item.UniqueKeyViolationException;
import dev.mayfly.engine.storage.Table;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A value that only one living item may have, of a unique key or of a unique index: the row of
 * UNIQUE that says whose it is. The row is in force only while its owner lives in the version that
 * took it; a writer that finds it otherwise takes it over in the same commit (B2), and removing an
 * item removes its rows only if it still owns them (C5).
 *
 * @param row the key of the row
 * @param key the unique key; null if it is an index
 * @param index the unique index; null if it is a unique key
 */
public record UniqueClaim(byte[] row, UniqueKey key, IndexReader index) {

  /**
   * All claims of an item.
   *
   * @param uniqueValues of the container's unique keys
   * @param indexKeys in the container's indexes
   */
  public static List<UniqueClaim> of(
      ContainerSnapshot snapshot,
      byte[] partition,
      List<byte[]> uniqueValues,
      List<IndexKeys> indexKeys) {
    if (uniqueValues.isEmpty() && !snapshot.indexes().anyUnique()) {
      return List.of();
    }
    int number = snapshot.state().number();
    List<UniqueClaim> claims = new ArrayList<>();
    for (int i = 0; i < uniqueValues.size(); i++) {
      claims.add(
          new UniqueClaim(
              Keys.unique(number, i, partition, uniqueValues.get(i)),
              snapshot.definition().uniqueKeys().get(i),
              null));
    }
    for (int i = 0; i < indexKeys.size(); i++) {
      OpenIndex index = snapshot.indexes().list().get(i);
      if (index.index().unique()) {
        claims.addAll(of(number, index, indexKeys.get(i)));
      }
    }
    return claims;
  }

  /** The claims of an item in one unique index. */
  public static List<UniqueClaim> of(int container, OpenIndex index, IndexKeys keys) {
    List<UniqueClaim> claims = new ArrayList<>(keys.keys().size());
    for (byte[] key : keys.keys()) {
      claims.add(
          new UniqueClaim(Keys.uniqueIndex(container, index.id(), key), null, index.reader()));
    }
    return claims;
  }

  /**
   * Refuses a value that another item has, which is alive in the version that took it.
   *
   * @param body of the item that claims the value
   */
  public void check(
      WriteTransaction transaction,
      int container,
      Visibility visibility,
      byte[] suffix,
      byte[] body) {
    if (owner(transaction::get, container, visibility, suffix) != null) {
      throw violation(body);
    }
  }

  /** The other item that has the value, alive in the version that took it; null if none has. */
  byte[] owner(RowLookup rows, int container, Visibility visibility, byte[] suffix) {
    byte[] value = rows.get(Table.UNIQUE, row);
    if (value == null) {
      return null;
    }
    UniqueRow owner = UniqueRow.decode(value);
    if (Arrays.equals(owner.suffix(), suffix)) {
      return null;
    }
    byte[] ownerRow = rows.get(Table.ITEMS, Keys.item(container, owner.suffix()));
    ItemRow item = visibility.see(ownerRow, owner.suffix());
    return item != null && item.lsn() == owner.lsn() ? owner.suffix() : null;
  }

  UniqueKeyViolationException violation(byte[] body) {
    return index == null
        ? UniqueKeyViolationException.of(key)
        : UniqueKeyViolationException.of(index.index(), index.values(body, indexKey()));
  }

  private byte[] indexKey() {
    return Keys.uniqueIndexKey(row);
  }

  public void put(WriteTransaction transaction, long lsn, byte[] suffix) {
    transaction.put(Table.UNIQUE, row, new UniqueRow(lsn, suffix).encode());
  }

  /** Gives the value up, if it is still this version's. */
  void remove(WriteTransaction transaction, long lsn, byte[] suffix) {
    if (isOf(transaction::get, lsn, suffix)) {
      transaction.delete(Table.UNIQUE, row);
    }
  }

  /** Whether the value is still this version's: another item may have taken it since it expired. */
  boolean isOf(RowLookup rows, long lsn, byte[] suffix) {
    byte[] value = rows.get(Table.UNIQUE, row);
    if (value == null) {
      return false;
    }
    UniqueRow owner = UniqueRow.decode(value);
    return owner.lsn() == lsn && Arrays.equals(owner.suffix(), suffix);
  }
}
