package dev.mayfly.mongo.aggregate.stage;

import dev.mayfly.engine.bson.RawType;
import dev.mayfly.mongo.accumulator.Accumulation;
import dev.mayfly.mongo.accumulator.Accumulator;
import dev.mayfly.mongo.aggregate.DocumentStream;
import dev.mayfly.mongo.aggregate.FieldSlots;
import dev.mayfly.mongo.aggregate.MemoryUse;
import dev.mayfly.mongo.aggregate.RawKeys;
import dev.mayfly.mongo.bson.BsonOrder;
import dev.mayfly.mongo.bson.Detached;
import dev.mayfly.mongo.bson.LazyDocument;
import dev.mayfly.mongo.bson.ValueKey;
import dev.mayfly.mongo.expression.Expression;
import dev.mayfly.mongo.expression.Variables;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonNull;
import org.bson.BsonValue;

/**
 * Groups in the making. Of a stored document, the fields that are plainly named are found in one
 * walk, and a key whose bytes were seen before leads to its group without being decoded.
 */
final class Grouping {
  private static final int GROUP_BYTES = 240;
  private static final int ACCUMULATOR_BYTES = 96;
  private static final int NO_SLOT = -1;

  private final Expression id;
  private final Accumulation[] accumulations;
  private final BsonValue[] constants;

  /** Which constants are the int one, as in what counts documents. */
  private final boolean[] isOne;

  private final BsonOrder order;
  private final Variables variables;
  private final MemoryUse memory;
  private final Map<ValueKey, Group> groups = new LinkedHashMap<>();

  /** Null unless fields are plainly named. */
  private final FieldSlots fields;

  /** Null unless the key is made of nothing but plainly named fields. */
  private final RawKeys<Group> rawKeys;

  private final int keySlots;
  private final int[] slots;

  /** Whether plainly named fields and constants are all that accumulators are fed with. */
  private final boolean keepsNothing;

  private Group onlyGroup;

  private record Group(BsonValue id, Accumulator[] accumulators) {}

  Grouping(
      Expression id,
      BsonValue writtenId,
      List<Accumulation> accumulations,
      BsonOrder order,
      Variables variables,
      MemoryUse memory) {
    this.id = id;
    this.accumulations = accumulations.toArray(new Accumulation[0]);
    this.order = order;
    this.variables = variables;
    this.memory = memory;
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
    this.rawKeys = keySlots > 0 ? new RawKeys<>(keySlots) : null;
  }

  /** How many slots the key takes: those before all others; 0 if it is no such key. */
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

  /** Adds a document that is written over when this returns: of the rare ones it makes a copy. */
  void look(BsonDocument document) {
    if (!(document instanceof LazyDocument lazy)) {
      add(document);
      return;
    }
    if (fields != null) {
      fields.read(lazy);
    }
    Group known = keepsNothing ? knownGroup() : null;
    if (known == null) {
      add(lazy.copiedBytes());
    } else {
      feedStored(known, document);
    }
  }

  /** The group of what was read, if nothing of the document need be kept to feed it; or null. */
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
      feed(find(here), here);
      return;
    }
    fields.read(lazy);
    feedStored(findStored(document), document);
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
    memory.add(rawKeys.put(fields, group));
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

  private Group find(Variables here) {
    if (onlyGroup != null) {
      return onlyGroup;
    }
    BsonValue value = id.evaluate(here);
    BsonValue shown = value == null ? BsonNull.VALUE : Detached.of(value);
    ValueKey key = new ValueKey(shown, order);
    Group group = groups.get(key);
    if (group == null) {
      group = start(shown);
      groups.put(key, group);
    }
    if (id.constant() != null) {
      onlyGroup = group;
    }
    return group;
  }

  private Group start(BsonValue value) {
    memory.keep(value, GROUP_BYTES + (long) ACCUMULATOR_BYTES * accumulations.length);
    Variables onKey = variables.on(value.isDocument() ? value.asDocument() : new BsonDocument());
    Accumulator[] accumulators = new Accumulator[accumulations.length];
    for (int i = 0; i < accumulators.length; i++) {
      accumulators[i] = accumulations[i].start(onKey, memory);
    }
    return new Group(value, accumulators);
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
      default -> accumulator.add(fields.value(slot));
    }
  }

  DocumentStream results(List<String> names) {
    Iterator<Group> rest = groups.values().iterator();
    return new DocumentStream() {
      @Override
      public BsonDocument next() {
        if (!rest.hasNext()) {
          return null;
        }
        Group group = rest.next();
        BsonDocument result = new BsonDocument(names.size() + 1);
        result.put("_id", group.id());
        for (int i = 0; i < names.size(); i++) {
          result.put(names.get(i), group.accumulators()[i].result());
        }
        return result;
      }

      @Override
      public void close() {
        memory.close();
      }
    };
  }
}
