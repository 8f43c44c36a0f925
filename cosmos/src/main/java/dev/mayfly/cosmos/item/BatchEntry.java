package dev.mayfly.cosmos.item;

import dev.mayfly.cosmos.http.CosmosException;
import dev.mayfly.cosmos.json.PatchBody;
import dev.mayfly.engine.item.ItemId;
import dev.mayfly.engine.item.ItemKey;
import dev.mayfly.engine.partition.PartitionKey;
import dev.mayfly.engine.partition.PartitionKeyDefinition;
import java.util.Arrays;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * An operation of a batch, as it was sent.
 *
 * @param id of the item; null where the body contains it
 * @param partitionKey a text that holds a JSON array, or null
 * @param minimal whether the client does not want to see what it writes
 * @param batch the bytes of the whole batch
 * @param bodyOffset where the operation's body starts in them; 0 if there is none
 */
record BatchEntry(
    Type type,
    String id,
    String partitionKey,
    Preconditions preconditions,
    boolean minimal,
    byte[] batch,
    int bodyOffset,
    int bodyLength) {

  /** What is to be done, in the words of the wire. */
  enum Type {
    CREATE,
    UPSERT,
    REPLACE,
    PATCH,
    DELETE,
    READ;

    /** The type with that name, or null. */
    static Type of(String name) {
      for (Type type : values()) {
        if (type.name().equalsIgnoreCase(name)) {
          return type;
        }
      }
      return null;
    }
  }

  /** Whether the item is to be sent: what is read always, what is written if it is wanted. */
  boolean isShown(boolean writesAnswered) {
    return type == Type.READ || writesAnswered && !minimal;
  }

  /** As the engine takes it. */
  ItemOperation operation(
      PartitionKey partition,
      PartitionKeyDefinition definition,
      StoredItem form,
      Function<String, Predicate<byte[]>> conditions) {
    return switch (type) {
      case CREATE -> ItemOperation.create(partition, sent(), preconditions);
      case UPSERT -> ItemOperation.upsert(partition, sent(), preconditions);
      case REPLACE -> {
        ItemOperation replace =
            ItemOperation.replace(partition, requiredId(), sent(), preconditions);
        if (replace.isRename()) {
          throw CosmosException.errors(
              400,
              0,
              "The id in the body must be that of the item that is replaced: in a batch an id can't"
                  + " be changed.");
        }
        yield replace;
      }
      case PATCH -> {
        ItemKey key = key(partition);
        requireBody();
        PatchBody patch =
            PatchBody.parse(Arrays.copyOfRange(batch, bodyOffset, bodyOffset + bodyLength));
        PatchChange change = new PatchChange(patch, definition, form, conditions);
        yield ItemOperation.patch(key, change, preconditions);
      }
      case DELETE -> ItemOperation.delete(key(partition), preconditions);
      case READ -> ItemOperation.read(key(partition), preconditions);
    };
  }

  private ItemKey key(PartitionKey partition) {
    return new ItemKey(partition, ItemId.of(requiredId()));
  }

  private String requiredId() {
    return ItemIds.check(id);
  }

  private ItemOperation.Sent sent() {
    requireBody();
    // Bodies are written when the batch is answered, not before.
    return new ItemOperation.Sent(batch, bodyOffset, bodyLength, false);
  }

  private void requireBody() {
    if (bodyLength == 0) {
      throw CosmosException.errors(400, 0, "The operation needs a resourceBody.");
    }
    ItemSize.checkSent(bodyLength);
  }
}
