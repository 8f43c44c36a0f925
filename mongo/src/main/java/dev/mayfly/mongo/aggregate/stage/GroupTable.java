package dev.mayfly.mongo.aggregate.stage;

import dev.mayfly.mongo.accumulator.AccumulationStatement;
import dev.mayfly.mongo.accumulator.Accumulator;
import dev.mayfly.mongo.aggregate.MemoryUse;
import dev.mayfly.mongo.bson.BsonOrder;
import dev.mayfly.mongo.bson.Detached;
import dev.mayfly.mongo.bson.HeapSize;
import dev.mayfly.mongo.bson.ValueKey;
import dev.mayfly.mongo.error.ErrorCodes;
import dev.mayfly.mongo.error.MongoException;
import dev.mayfly.mongo.expression.Variables;
import dev.mayfly.query.buffer.GroupBuffer;
import dev.mayfly.query.spill.PartitionedRows;
import dev.mayfly.query.spill.RequestSpill;
import dev.mayfly.query.spill.SpillCounts;
import java.util.Deque;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/**
 * The groups of a {@code $group} by their keys. When they take most of their memory no group is
 * added: documents with other keys go to disk, divided by their keys, while the groups that are
 * there continue. When these grow too large, their states go to the same place and all later
 * documents follow. Each part is then grouped by itself, in the same way. So every accumulator sees
 * its documents in their order, and the results are those of one pass in memory.
 */
final class GroupTable {
  private static final int GROUP_BYTES = 240;
  private static final int ACCUMULATOR_BYTES = 96;

  /** Memory is asked for once for so many bytes more. */
  private static final long STEP_BYTES = 1 << 20;

  private final Rules rules;
  private final int level;
  private final GroupBuffer<ValueKey, Group> groups;
  private PartitionedRows<GroupRow> overflow;
  private long nextCheckBytes;
  private int size;
  private long overflowRows;

  /**
   * What the tables of a stage share.
   *
   * @param limitBytes from which on groups are moved to disk
   * @param spill null if nothing may be written to disk
   * @param counts what is written
   */
  record Rules(
      List<AccumulationStatement> accumulations,
      BsonOrder order,
      Variables variables,
      MemoryUse memory,
      long limitBytes,
      RequestSpill spill,
      SpillCounts counts) {}

  /**
   * @param level how often the documents were divided
   */
  GroupTable(Rules rules, int level) {
    this.rules = rules;
    this.level = level;
    this.nextCheckBytes = STEP_BYTES;
    long fixed = GROUP_BYTES + (long) ACCUMULATOR_BYTES * rules.accumulations().size();
    this.groups = GroupBuffer.ofAll(group -> fixed + HeapSize.of(group.id()), rules.memory()::add);
  }

  /** The group of a key, a new one if there is room; null if its documents go to disk. */
  Group find(BsonValue id) {
    BsonValue own = Detached.of(id);
    ValueKey key = new ValueKey(own, rules.order());
    Group group = groups.find(key);
    if (group == null && hasRoom()) {
      group = start(own);
      groups.add(key, group);
      size++;
    }
    return group;
  }

  /** Whether documents of new groups go to disk. */
  boolean isFull() {
    return overflow != null;
  }

  private boolean hasRoom() {
    if (overflow == null && rules.spill() != null && heldBytes() > rules.limitBytes() / 4 * 3) {
      divide();
    }
    return overflow == null;
  }

  /** What the groups take, without buffers. */
  private long heldBytes() {
    return rules.memory().heldBytes() - (overflow == null ? 0 : PartitionedRows.HEAP_BYTES);
  }

  private void divide() {
    if (level == PartitionedRows.LEVELS_MAX) {
      throw tooLarge();
    }
    overflow =
        new PartitionedRows<>(
            rules.spill(), new GroupRow.Codec(rules.accumulations().size()), level);
    rules.memory().addBeyondLimit(PartitionedRows.HEAP_BYTES);
  }

  private MongoException tooLarge() {
    return new MongoException(
        ErrorCodes.EXCEEDED_MEMORY_LIMIT,
        "$group used too much memory and cannot spill to disk. Memory limit: "
            + rules.limitBytes()
            + " bytes");
  }

  private Group start(BsonValue id) {
    Variables onKey = rules.variables().on(id.isDocument() ? id.asDocument() : new BsonDocument());
    Accumulator[] accumulators = new Accumulator[rules.accumulations().size()];
    for (int i = 0; i < accumulators.length; i++) {
      accumulators[i] = rules.accumulations().get(i).start(onKey, rules.memory());
    }
    return new Group(id, accumulators);
  }

  /** Writes a document of a group that is on disk. */
  void write(GroupRow row) {
    overflow.add(new ValueKey(row.key(), rules.order()).hashCode(), row);
    overflowRows++;
  }

  /**
   * Moves all groups to disk if they hold too much; asked after each document.
   *
   * @return whether they were moved: none is found again
   */
  boolean moveIfLarge() {
    long held = heldBytes();
    if (rules.spill() == null || held < Math.min(nextCheckBytes, rules.limitBytes())) {
      return false;
    }
    nextCheckBytes = held + STEP_BYTES;
    if (held <= rules.limitBytes() && rules.memory().hasRoom(2 * STEP_BYTES)) {
      return false;
    }
    if (size <= 1) {
      // One group can't be divided; it may still be small beside what others hold.
      if (held > rules.limitBytes()) {
        throw tooLarge();
      }
      return false;
    }
    if (overflow == null) {
      divide();
    }
    long before = overflow.bytes();
    groups.forEach(
        (key, group) ->
            overflow.add(key.hashCode(), GroupRow.ofStates(group.id(), group.states())));
    rules.spill().countSpill();
    rules.counts().add(size, overflow.bytes() - before, held);
    groups.clear();
    size = 0;
    rules.memory().close();
    rules.memory().addBeyondLimit(PartitionedRows.HEAP_BYTES);
    return true;
  }

  /** Adds a row that was on disk. */
  void add(GroupRow row) {
    Group group = find(row.key());
    if (group == null) {
      write(row);
      return;
    }
    row.addTo(group.accumulators(), rules.accumulations());
    moveIfLarge();
  }

  /** The groups in memory, which have seen all of their documents. */
  Iterable<Group> groups() {
    return groups.groups();
  }

  /** Ends the input: what is on disk becomes the next parts to be grouped. */
  void finish(Deque<PartitionedRows<GroupRow>.Partition> parts) {
    if (overflow != null) {
      if (overflowRows > 0) {
        rules.spill().countSpill();
        rules.counts().add(overflowRows, overflow.bytes(), 0);
      }
      overflow.partitions().forEach(parts::addFirst);
      overflow = null;
    }
  }
}
