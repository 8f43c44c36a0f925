package dev.mayfly.mongo.changestream;

import dev.mayfly.engine.catalog.ContainerDefinition;
import dev.mayfly.engine.feed.Operation;
import dev.mayfly.mongo.bson.BsonCopies;
import dev.mayfly.mongo.collection.CollectionSpec;
import dev.mayfly.mongo.index.IndexSpec;
import java.util.List;
import java.util.Map;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonValue;

/**
 * Describes changes of collections and databases, by comparing a collection's definition before and
 * after.
 *
 * @param expanded whether all of them have events, or only those that end something
 */
record DefinitionEvents(boolean expanded) {
  private static final String INDEXES = "indexes";

  /**
   * What an event says of such a change.
   *
   * @param uuid of the collection, or null
   * @param operation null if there is nothing to describe
   * @param stateBefore null if there is nothing to describe
   */
  record Description(
      String type, BsonValue uuid, BsonDocument operation, BsonDocument stateBefore) {
    void addTo(BsonDocument event) {
      if (operation != null) {
        event.append("operationDescription", operation);
      }
      if (stateBefore != null) {
        event.append("stateBeforeChange", stateBefore);
      }
    }
  }

  /** Null if the change has no event. */
  Description describe(Operation change) {
    CollectionSpec before = spec(change.definitionBefore());
    CollectionSpec after = spec(change.definitionAfter());
    return switch (change.kind()) {
      case DROP_DATABASE -> new Description(EventTypes.DROP_DATABASE, null, null, null);
      case DROP_CONTAINER -> new Description(EventTypes.DROP, before.uuid(), null, null);
      case RENAME_CONTAINER -> renamed(change, before, after);
      case CREATE_CONTAINER -> expanded ? created(after) : null;
      default -> expanded ? changed(before, after) : null;
    };
  }

  private static CollectionSpec spec(ContainerDefinition definition) {
    return definition == null ? null : CollectionSpec.of(definition);
  }

  private Description renamed(Operation change, CollectionSpec spec, CollectionSpec dropped) {
    BsonDocument operation = null;
    if (expanded) {
      BsonDocument to = ChangeEvents.namespace(change.targetDatabase(), change.targetContainer());
      operation = new BsonDocument("to", to);
      if (dropped != null) {
        operation.append("dropTarget", dropped.uuid());
      }
    }
    return new Description(EventTypes.RENAME, spec.uuid(), operation, null);
  }

  private static Description created(CollectionSpec spec) {
    BsonDocument operation = new BsonDocument("idIndex", BsonCopies.of(spec.idIndex().document()));
    operation.putAll(spec.shownOptions());
    return new Description(EventTypes.CREATE, spec.uuid(), operation, null);
  }

  private static Description changed(CollectionSpec before, CollectionSpec after) {
    BsonArray added = missing(after.indexes(), before.indexes());
    if (!added.isEmpty()) {
      return new Description(
          EventTypes.CREATE_INDEXES, after.uuid(), new BsonDocument(INDEXES, added), null);
    }
    BsonArray removed = missing(before.indexes(), after.indexes());
    if (!removed.isEmpty()) {
      return new Description(
          EventTypes.DROP_INDEXES, after.uuid(), new BsonDocument(INDEXES, removed), null);
    }
    return modified(before, after);
  }

  private static BsonArray missing(List<IndexSpec> of, List<IndexSpec> in) {
    BsonArray missing = new BsonArray();
    for (IndexSpec each : of) {
      if (in.stream().noneMatch(other -> other.name().equals(each.name()))) {
        missing.add(each.document());
      }
    }
    return missing;
  }

  /** The options of a collection or of an index that are others now. */
  private static Description modified(CollectionSpec before, CollectionSpec after) {
    BsonDocument operation = new BsonDocument();
    BsonDocument state = new BsonDocument();
    BsonDocument options = new BsonDocument("uuid", before.uuid());
    options.putAll(before.shownOptions());
    state.append("collectionOptions", options);
    for (Map.Entry<String, BsonValue> option : after.shownOptions().entrySet()) {
      if (!option.getValue().equals(before.options().get(option.getKey()))) {
        operation.append(option.getKey(), option.getValue());
      }
    }
    for (IndexSpec index : after.indexes()) {
      for (IndexSpec old : before.indexes()) {
        if (old.name().equals(index.name()) && !old.document().equals(index.document())) {
          addIndex(old.document(), index.document(), operation, state);
        }
      }
    }
    return operation.isEmpty()
        ? null
        : new Description(EventTypes.MODIFY, after.uuid(), operation, state);
  }

  private static void addIndex(
      BsonDocument before, BsonDocument after, BsonDocument operation, BsonDocument state) {
    BsonDocument index =
        new BsonDocument("name", new BsonString(after.getString("name").getValue()));
    BsonDocument old = new BsonDocument();
    for (Map.Entry<String, BsonValue> field : after.entrySet()) {
      if (!field.getValue().equals(before.get(field.getKey()))) {
        index.append(field.getKey(), field.getValue());
        if (before.containsKey(field.getKey())) {
          old.append(field.getKey(), before.get(field.getKey()));
        }
      }
    }
    operation.append("index", index);
    state.append("indexOptions", old);
  }
}
