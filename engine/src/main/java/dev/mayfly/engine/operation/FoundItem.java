package dev.mayfly.engine.operation;

import dev.mayfly.engine.container.Visibility;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;
import dev.mayfly.engine.format.ItemRow;
import dev.mayfly.engine.item.Etag;
import dev.mayfly.engine.item.Item;
import java.util.function.Predicate;

/** The item that a write finds, and what the write requires of it. */
final class FoundItem {
  private final ItemAddress address;
  private final Visibility visibility;
  private final long incarnation;
  private final ItemRow stored;
  private final ItemRow current;

  /**
   * @param row the row that is there, alive or not; null if none is
   */
  FoundItem(ItemAddress address, Visibility visibility, byte[] row, long incarnation) {
    this.address = address;
    this.visibility = visibility;
    this.incarnation = incarnation;
    this.stored = row == null ? null : ItemRow.of(row);
    this.current = stored != null && visibility.isLive(stored, address.suffix()) ? stored : null;
  }

  /** The row that is there, alive or not; null if none is. */
  ItemRow stored() {
    return stored;
  }

  /** The item that is there; null if none is. */
  ItemRow current() {
    return current;
  }

  void requireNone() {
    if (current != null) {
      throw new EngineException(ErrorCode.ALREADY_EXISTS, "An item with this id exists already.");
    }
  }

  void requireOne() {
    if (current == null) {
      throw new EngineException(ErrorCode.ITEM_NOT_FOUND, "There is no item with this id.");
    }
  }

  /**
   * @param ifMatch null for any
   */
  void require(Etag ifMatch) {
    if (ifMatch != null && !ifMatch.equals(new Etag(incarnation, current.lsn()))) {
      throw new EngineException(
          ErrorCode.PRECONDITION_FAILED, "The item does not have the etag asked for.");
    }
  }

  /**
   * @param condition null for none
   */
  void require(Predicate<Item> condition) {
    if (condition != null && !condition.test(item(current))) {
      throw new EngineException(
          ErrorCode.PRECONDITION_FAILED, "The condition does not hold for the item.");
    }
  }

  /** A version of the item, as the outcome of the write shows it. */
  Item item(ItemRow version) {
    return Items.seen(version, address.suffix(), incarnation, visibility);
  }
}
