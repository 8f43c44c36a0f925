package dev.mayfly.mongo.aggregate.stage;

import dev.mayfly.engine.bson.RawType;
import dev.mayfly.mongo.accumulator.AccumulationStatement;
import dev.mayfly.mongo.accumulator.Accumulator;
import dev.mayfly.mongo.accumulator.StoredValues;
import dev.mayfly.mongo.aggregate.DocumentStream;
import dev.mayfly.mongo.aggregate.FieldSlots;
import dev.mayfly.mongo.aggregate.PipelineContext;
import dev.mayfly.mongo.aggregate.RawKeyTable;
import dev.mayfly.mongo.bson.LazyDocument;
import dev.mayfly.mongo.bson.LittleEndianSink;
import dev.mayfly.mongo.expression.Expression;
import dev.mayfly.mongo.expression.Variables;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonNull;
import org.bson.BsonValue;

/**
 * The groups of a {@code $group}. Plain field paths are located in one pass over a stored document,
 * and a key with known bytes finds its group without being decoded.
 */
final class Grouping {
  private static final int NO_SLOT = -1;

  private final Expression id;
  private final AccumulationStatement[] accumulations;
  private final BsonValue[] constants;

  /** Which constants are the int 1, as in counts. */
  private final boolean[] isOne;

  private final Variables variables;
  private final GroupTable.Rules rules;
  private final GroupTable groups;

  /** Null without plain field paths. */
  private final FieldSlots fields;

  /** Null unless the key consists of plain field paths. */
  private RawKeyTable<Group> rawKeys;

  private final int keySlots;
  private final int[] slots;

  /** Whether all accumulator arguments are plain field paths and constants. */
  private final boolean keepsNothing;

  private Group onlyGroup;

  Grouping(Expression id, BsonValue writtenId, GroupTable.Rules rules) {
    this.id = id;
    this.accumulations = rules.accumulations().toArray(new AccumulationStatement[0]);
    this.variables = rules.variables();
    this.rules = rules;
    this.groups = new GroupTable(rules, 0);
    FieldSlots.Layout layout = new FieldSlots.Layout();
    this.keySlots = keySlots(writtenId, layout);
    this.constants = new BsonValue[this.accumulations.length];
    this.isOne = new boolean[this.accumulations.length];
    this.slots = new int[this.accumulations.length];
    boolean plain = true;
    for (int i = 0; i < slots.length; i++) {
      constants[i] = this.accumulations[i].argument().constant();
      isOne[i] = new BsonInt32(1).equals(constants[i]);
      slots[i] = layout.slotOf(this.accumulations[i].written());
      plain &= slots[i] != NO_SLOT || constants[i] != null;
    }
    this.keepsNothing = plain;
    this.fields = layout.isEmpty() ? null : layout.make();
    this.rawKeys = keySlots > 0 ? new RawKeyTable<>(keySlots) : null;
  }

  /** The number of leading slots of the key; 0 for other keys. */
  private static int keySlots(BsonValue writtenId, FieldSlots.Layout layout) {
    if (writtenId.isDocument()) {
      FieldSlots.Layout trial = new FieldSlots.Layout();
      int count = 0;
      for (BsonValue part : writtenId.asDocument().values()) {
        int slot = trial.slotOf(part);
        if (slot == NO_SLOT) {
          return 0;
        }
        count = Math.max(count, slot + 1);
      }
      writtenId.asDocument().values().forEach(layout::slotOf);
      return count;
    }
    return layout.slotOf(writtenId) == NO_SLOT ? 0 : 1;
  }

  /** Adds a document that is valid only during the call. */
  void addTransient(BsonDocument document) {
    if (!(document instanceof LazyDocument lazy)) {
      add(document);
      return;
    }
    if (fields != null) {
      fields.read(lazy);
    }
    Group known = keepsNothing ? knownGroup() : null;
    if (known == null) {
      if (!wroteBytes(document)) {
        add(lazy.copiedBytes());
      }
    } else {
      feedStored(known, document);
      moveIfLarge();
    }
  }

  /**
   * Writes the arguments as they are stored, if the document belongs to a group on disk and they
   * are plain fields.
   *
   * @return whether that was so
   */
  private boolean wroteBytes(BsonDocument document) {
    if (!keepsNothing || fields == null || !groups.isFull()) {
      return false;
    }
    for (int slot : slots) {
      if (slot != NO_SLOT && fields.type(slot) == FieldSlots.BEHIND_ARRAY) {
        return false;
      }
    }
    BsonValue key = shown(id.evaluate(variables.on(document)));
    if (groups.find(key) != null) {
      return false;
    }
    groups.write(GroupRow.ofBytes(key, this::writeArguments));
    return true;
  }

  private void writeArguments(LittleEndianSink sink) {
    for (int i = 0; i < slots.length; i++) {
      if (constants[i] == null) {
        fields.write(slots[i], Integer.toString(i), sink);
      }
    }
  }

  private static BsonValue shown(BsonValue key) {
    return key == null ? BsonNull.VALUE : key;
  }

  private void moveIfLarge() {
    if (groups.moveIfLarge()) {
      onlyGroup = null;
      rawKeys = rawKeys == null ? null : new RawKeyTable<>(keySlots);
    }
  }

  /** The existing group of the current fields, if nothing of the document is retained; or null. */
  private Group knownGroup() {
    for (int slot : slots) {
      if (slot != NO_SLOT && !fields.isCopied(slot)) {
        return null;
      }
    }
    if (onlyGroup != null) {
      return onlyGroup;
    }
    return rawKeys == null || isKeyBehindArray() ? null : rawKeys.get(fields);
  }

  void add(BsonDocument document) {
    if (fields == null || !(document instanceof LazyDocument lazy)) {
      Variables here = variables.on(document);
      Group group = find(here);
      if (group != null) {
        feed(group, here);
      }
    } else {
      fields.read(lazy);
      Group group = findStored(document);
      if (group != null) {
        feedStored(group, document);
      }
    }
    moveIfLarge();
  }

  private Group findStored(BsonDocument document) {
    if (rawKeys == null || isKeyBehindArray()) {
      return find(variables.on(document));
    }
    Group known = rawKeys.get(fields);
    if (known != null) {
      return known;
    }
    Group group = find(variables.on(document));
    if (group != null) {
      rules.memory().add(rawKeys.put(fields, group));
    }
    return group;
  }

  private boolean isKeyBehindArray() {
    for (int slot = 0; slot < keySlots; slot++) {
      if (fields.type(slot) == FieldSlots.BEHIND_ARRAY) {
        return true;
      }
    }
    return false;
  }

  /** The group of a document; null if the document went to disk. */
  private Group find(Variables here) {
    if (onlyGroup != null) {
      return onlyGroup;
    }
    BsonValue key = shown(id.evaluate(here));
    Group group = groups.find(key);
    if (group == null) {
      groups.write(GroupRow.of(key, arguments(here)));
    } else if (id.constant() != null) {
      onlyGroup = group;
    }
    return group;
  }

  private BsonValue[] arguments(Variables here) {
    BsonValue[] arguments = new BsonValue[accumulations.length];
    for (int i = 0; i < arguments.length; i++) {
      arguments[i] = constants[i] != null ? null : accumulations[i].argument().evaluate(here);
    }
    return arguments;
  }

  private void feed(Group group, Variables here) {
    Accumulator[] accumulators = group.accumulators();
    for (int i = 0; i < accumulators.length; i++) {
      BsonValue constant = constants[i];
      accumulators[i].add(constant != null ? constant : accumulations[i].argument().evaluate(here));
    }
  }

  private void feedStored(Group group, BsonDocument document) {
    Accumulator[] accumulators = group.accumulators();
    Variables here = null;
    for (int i = 0; i < accumulators.length; i++) {
      int slot = slots[i];
      if (slot != NO_SLOT && fields.type(slot) != FieldSlots.BEHIND_ARRAY) {
        feedSlot(accumulators[i], slot);
      } else if (isOne[i]) {
        accumulators[i].addInt(1);
      } else if (constants[i] != null) {
        accumulators[i].add(constants[i]);
      } else {
        here = here == null ? variables.on(document) : here;
        accumulators[i].add(accumulations[i].argument().evaluate(here));
      }
    }
  }

  private void feedSlot(Accumulator accumulator, int slot) {
    switch (fields.type(slot)) {
      case RawType.INT32 -> accumulator.addInt(fields.asInt(slot));
      case RawType.INT64 -> accumulator.addLong(fields.asLong(slot));
      case RawType.DOUBLE -> accumulator.addDouble(fields.asDouble(slot));
      default -> feedValue(accumulator, slot);
    }
  }

  private void feedValue(Accumulator accumulator, int slot) {
    if (accumulator instanceof StoredValues target && fields.type(slot) != FieldSlots.MISSING) {
      target.addStored(fields.type(slot), fields.bytes(), fields.offset(slot), fields.length(slot));
    } else {
      accumulator.add(fields.value(slot));
    }
  }

  DocumentStream results(List<String> names, PipelineContext context) {
    return new GroupResults(groups, rules, names, context);
  }
}
