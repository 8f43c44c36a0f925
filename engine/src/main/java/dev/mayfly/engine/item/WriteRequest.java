package dev.mayfly.engine.item;

import static java.util.Objects.requireNonNull;

import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/** What is asked of one item. */
public sealed interface WriteRequest {
  ItemKey key();

  /** Whether it writes no item: a delete, or a read. */
  default boolean addsNothing() {
    return false;
  }

  /**
   * Whether nothing stays of the body that was there, for those who follow changes. True also for a
   * delete: an item that is deleted and made again in one transaction is replaced.
   */
  default boolean replaces() {
    return false;
  }

  /** Makes an item where none is. */
  record Create(ItemKey key, byte[] body, TtlReading reading) implements WriteRequest {
    public Create {
      requireNonNull(key, "key");
      requireNonNull(body, "body");
      requireNonNull(reading, "reading");
    }

    @Override
    public boolean replaces() {
      return true;
    }
  }

  /** Makes or replaces an item. With an etag, an item that exists must have that etag. */
  record Upsert(ItemKey key, byte[] body, Etag ifMatch, TtlReading reading)
      implements WriteRequest {
    public Upsert {
      requireNonNull(key, "key");
      requireNonNull(body, "body");
      requireNonNull(reading, "reading");
    }
  }

  /** Replaces an item that exists. */
  record Replace(ItemKey key, byte[] body, Etag ifMatch, TtlReading reading)
      implements WriteRequest {
    public Replace {
      requireNonNull(key, "key");
      requireNonNull(body, "body");
      requireNonNull(reading, "reading");
    }

    @Override
    public boolean replaces() {
      return true;
    }
  }

  /**
   * Changes an item that exists by a function of its body. The function runs on the committing
   * thread: it must be quick, may throw an EngineException to refuse, and may run more than once.
   *
   * @param operations how many changes it stands for, for the charge
   * @param condition what must hold of the item, as quick as the function; null for nothing
   * @param replaces see {@link WriteRequest#replaces}
   */
  record Patch(
      ItemKey key,
      UnaryOperator<byte[]> change,
      int operations,
      Etag ifMatch,
      Predicate<Item> condition,
      TtlReading reading,
      boolean replaces)
      implements WriteRequest {
    public Patch {
      requireNonNull(key, "key");
      requireNonNull(change, "change");
      requireNonNull(reading, "reading");
    }

    public Patch(
        ItemKey key,
        UnaryOperator<byte[]> change,
        int operations,
        Etag ifMatch,
        TtlReading reading) {
      this(key, change, operations, ifMatch, null, reading);
    }

    public Patch(
        ItemKey key,
        UnaryOperator<byte[]> change,
        int operations,
        Etag ifMatch,
        Predicate<Item> condition,
        TtlReading reading) {
      this(key, change, operations, ifMatch, condition, reading, false);
    }
  }

  /**
   * Deletes an item that exists.
   *
   * @param condition what must hold of the item; runs as that of a patch does; null for nothing
   */
  record Delete(ItemKey key, Etag ifMatch, Predicate<Item> condition) implements WriteRequest {
    public Delete {
      requireNonNull(key, "key");
    }

    public Delete(ItemKey key, Etag ifMatch) {
      this(key, ifMatch, null);
    }

    @Override
    public boolean replaces() {
      return true;
    }

    @Override
    public boolean addsNothing() {
      return true;
    }
  }

  /** Looks at an item that must exist: within a batch, it sees what went before. */
  record Read(ItemKey key) implements WriteRequest {
    public Read {
      requireNonNull(key, "key");
    }

    @Override
    public boolean addsNothing() {
      return true;
    }
  }

  /** What an import does where an item is already. */
  enum Existing {
    REPLACE,
    /** Leaves it as it is; the outcome is that of a read. */
    KEEP,
    REFUSE
  }

  /**
   * Brings in an item from elsewhere.
   *
   * @param keptSecond the earlier second from which its time counts; null for that of the commit
   */
  record Import(ItemKey key, byte[] body, Long keptSecond, Existing existing, TtlReading reading)
      implements WriteRequest {
    public Import {
      requireNonNull(key, "key");
      requireNonNull(body, "body");
      requireNonNull(existing, "existing");
      requireNonNull(reading, "reading");
    }

    /** Makes or replaces an item whose time counts from an earlier second. */
    public Import(ItemKey key, byte[] body, long keptSecond, TtlReading reading) {
      this(key, body, keptSecond, Existing.REPLACE, reading);
    }
  }

  /** Another request, and what it leaves behind if it is committed. Not for transactions. */
  record Receipted(WriteRequest request, Receipt receipt) implements WriteRequest {
    public Receipted {
      requireNonNull(request, "request");
      requireNonNull(receipt, "receipt");
    }

    @Override
    public ItemKey key() {
      return request.key();
    }

    @Override
    public boolean addsNothing() {
      return request.addsNothing();
    }

    @Override
    public boolean replaces() {
      return request.replaces();
    }
  }

  static Create create(ItemKey key, byte[] body) {
    return new Create(key, body, TtlReading.STRICT);
  }

  static Upsert upsert(ItemKey key, byte[] body) {
    return new Upsert(key, body, null, TtlReading.STRICT);
  }

  static Replace replace(ItemKey key, byte[] body) {
    return new Replace(key, body, null, TtlReading.STRICT);
  }

  static Patch patch(ItemKey key, UnaryOperator<byte[]> change) {
    return new Patch(key, change, 1, null, TtlReading.STRICT);
  }

  static Delete delete(ItemKey key) {
    return new Delete(key, null);
  }
}
