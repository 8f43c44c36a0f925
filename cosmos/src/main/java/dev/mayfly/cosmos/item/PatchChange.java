package dev.mayfly.cosmos.item;

import static java.util.Objects.requireNonNull;

import dev.mayfly.cosmos.http.CosmosException;
import dev.mayfly.cosmos.json.PatchBody;
import dev.mayfly.engine.bson.FieldPath;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;
import dev.mayfly.engine.item.Item;
import dev.mayfly.engine.partition.PartitionKeyDefinition;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * A patch as the engine applies it, on the thread that commits. Its work is bounded by the number
 * of operations and by the size of an item. It remembers what it made, or why it refused.
 */
final class PatchChange implements UnaryOperator<byte[]> {
  private final PatchBody patch;
  private final StoredItem form;
  private final Predicate<byte[]> condition;
  private byte[] changed;
  private CosmosException refusal;

  /**
   * @param definition whose values a patch must leave alone
   * @param form in which a condition sees the item
   * @param conditions makes a test of the text of a condition
   */
  PatchChange(
      PatchBody patch,
      PartitionKeyDefinition definition,
      StoredItem form,
      Function<String, Predicate<byte[]>> conditions) {
    this.patch = requireNonNull(patch, "patch");
    this.form = requireNonNull(form, "form");
    for (String path : patch.paths()) {
      checkPath(path, definition);
    }
    this.condition = patch.condition() == null ? null : conditions.apply(patch.condition());
  }

  private static void checkPath(String pointer, PartitionKeyDefinition definition) {
    List<String> patched = new ArrayList<>();
    for (String name : pointer.substring(1).split("/", -1)) {
      patched.add(name.replace("~1", "/").replace("~0", "~"));
    }
    for (FieldPath path : definition.paths()) {
      int shared = Math.min(patched.size(), path.depth());
      if (patched.subList(0, shared).equals(path.names().subList(0, shared))) {
        throw CosmosException.badRequest(
            "The patch path '"
                + pointer
                + "' is not valid: the partition key "
                + path
                + " cannot be patched.");
      }
    }
  }

  int operations() {
    return patch.operations();
  }

  /** What must hold of the item, or null. */
  Predicate<Item> condition() {
    return condition == null ? null : item -> refusing(() -> condition.test(form.document(item)));
  }

  @Override
  public byte[] apply(byte[] body) {
    changed = null;
    return refusing(
        () -> {
          changed = patch.apply(body);
          ItemSize.check(changed);
          return changed;
        });
  }

  /** The engine takes refusals in its own form; the form for the client is kept. */
  private <T> T refusing(Supplier<T> work) {
    refusal = null;
    try {
      return work.get();
    } catch (CosmosException e) {
      refusal = e;
    } catch (StackOverflowError e) {
      refusal = CosmosException.badRequest("The patch nests too deeply.");
    }
    throw new EngineException(ErrorCode.BAD_REQUEST, refusal.getMessage());
  }

  /** What the patch made of the item; null if it refused. */
  byte[] changed() {
    return changed;
  }

  /** Why the patch can't be done, or null. */
  CosmosException refusal() {
    return refusal;
  }
}
