package dev.mayfly.mongo.changestream;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.clock.LogTime;
import dev.mayfly.engine.feed.Operation;
import dev.mayfly.engine.item.Item;
import dev.mayfly.engine.read.OperationKind;
import dev.mayfly.mongo.bson.LazyDocument;
import dev.mayfly.mongo.changestream.ChangeStreamOptions.BeforeChange;
import dev.mayfly.mongo.changestream.ChangeStreamOptions.FullDocument;
import dev.mayfly.mongo.collection.Collection;
import dev.mayfly.mongo.collection.CollectionCatalog;
import dev.mayfly.mongo.error.ErrorCodes;
import dev.mayfly.mongo.error.MongoException;
import dev.mayfly.mongo.namespace.Namespace;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.BsonNull;
import org.bson.BsonString;
import org.bson.BsonTimestamp;
import org.bson.BsonValue;

/** Makes events of the operation log, with their fields in the order of MongoDB. */
final class ChangeEvents {
  private final ChangeStreamOptions options;
  private final CollectionCatalog collections;
  private final DefinitionEvents definitions;

  ChangeEvents(ChangeStreamOptions options, CollectionCatalog collections) {
    this.options = requireNonNull(options, "options");
    this.collections = requireNonNull(collections, "collections");
    this.definitions = new DefinitionEvents(options.expanded());
  }

  /** The event of a change; null if there is none for it. */
  BsonDocument event(Operation change, BsonDocument token) {
    DefinitionEvents.Description described = null;
    if (change.kind().compareTo(OperationKind.DELETE) > 0) {
      described = definitions.describe(change);
      if (described == null) {
        return null;
      }
    }
    BsonDocument event = new BsonDocument();
    if (change.transaction() != null) {
      BsonDocument transaction = new LazyDocument(change.transaction());
      event.append("txnNumber", transaction.get("txnNumber"));
      event.append("lsid", transaction.get("lsid"));
    }
    if (change.kind() == OperationKind.RENAME_CONTAINER) {
      event.append("to", namespace(change.targetDatabase(), change.targetContainer()));
    }
    event.append("_id", token);
    event.append(
        "operationType", new BsonString(described == null ? type(change) : described.type()));
    event.append("clusterTime", new BsonTimestamp(change.time()));
    if (options.expanded()) {
      BsonValue uuid = described == null ? uuid(change) : described.uuid();
      if (uuid != null) {
        event.append("collectionUUID", uuid);
      }
    }
    event.append("wallTime", new BsonDateTime(LogTime.second(change.time()) * 1000));
    if (described != null) {
      event.append("ns", namespace(change.database(), change.container()));
      described.addTo(event);
    } else {
      addDocuments(change, event);
    }
    return event;
  }

  /** The event that ends a stream. */
  static BsonDocument invalidation(Operation change, BsonDocument token) {
    return new BsonDocument("_id", token)
        .append("operationType", new BsonString(EventTypes.INVALIDATE))
        .append("clusterTime", new BsonTimestamp(change.time()))
        .append("wallTime", new BsonDateTime(LogTime.second(change.time()) * 1000));
  }

  private static String type(Operation change) {
    return switch (change.kind()) {
      case CREATE -> EventTypes.INSERT;
      case UPDATE -> EventTypes.UPDATE;
      case REPLACE -> EventTypes.REPLACE;
      default -> EventTypes.DELETE;
    };
  }

  static BsonDocument namespace(String database, String collection) {
    BsonDocument namespace = new BsonDocument("db", new BsonString(database));
    return collection == null ? namespace : namespace.append("coll", new BsonString(collection));
  }

  private void addDocuments(Operation change, BsonDocument event) {
    BsonDocument key =
        change.key() == null
            ? CollectionLogFormat.keyOf(change.after())
            : new LazyDocument(change.key());
    BsonValue full = fullDocument(change, key);
    if (full != null) {
      event.append("fullDocument", full);
    }
    event.append("ns", namespace(change.database(), change.container()));
    event.append("documentKey", key);
    if (change.kind() == OperationKind.UPDATE) {
      event.append("updateDescription", updateDescription(change));
    }
    if (options.beforeChange() != BeforeChange.OFF && change.kind() != OperationKind.CREATE) {
      event.append("fullDocumentBeforeChange", before(change));
    }
  }

  private BsonDocument updateDescription(Operation change) {
    BsonDocument delta = new LazyDocument(change.delta());
    BsonDocument description =
        new BsonDocument("updatedFields", delta.get(UpdateDelta.UPDATED))
            .append("removedFields", delta.get(UpdateDelta.REMOVED))
            .append("truncatedArrays", delta.get(UpdateDelta.TRUNCATED));
    return options.expanded()
        ? description.append("disambiguatedPaths", delta.get(UpdateDelta.DISAMBIGUATED))
        : description;
  }

  private BsonValue fullDocument(Operation change, BsonDocument key) {
    return switch (change.kind()) {
      case CREATE, REPLACE -> new LazyDocument(change.after());
      case UPDATE -> updated(change, key);
      default -> null;
    };
  }

  private BsonValue updated(Operation change, BsonDocument key) {
    return switch (options.fullDocument()) {
      case DEFAULT -> null;
      case UPDATE_LOOKUP -> current(change, key);
      default -> {
        if (change.after() == null && options.fullDocument() == FullDocument.REQUIRED) {
          throw noImage("post-image");
        }
        yield change.after() == null ? BsonNull.VALUE : new LazyDocument(change.after());
      }
    };
  }

  private BsonValue before(Operation change) {
    if (change.before() == null && options.beforeChange() == BeforeChange.REQUIRED) {
      throw noImage("pre-image");
    }
    return change.before() == null ? BsonNull.VALUE : new LazyDocument(change.before());
  }

  private static MongoException noImage(String what) {
    return new MongoException(
            ErrorCodes.NO_MATCHING_DOCUMENT,
            "Change stream was configured to require a "
                + what
                + " for all update, delete and replace events, but the "
                + what
                + " was not found for event: the collection needs the option"
                + " changeStreamPreAndPostImages when the change is made")
        .labelled("NonResumableChangeStreamError");
  }

  private Collection collection(Operation change) {
    Collection found = collections.find(new Namespace(change.database(), change.container()));
    return found == null || found.container().state().number() != change.number() ? null : found;
  }

  /** The document as it is now: null if it, or its collection, is gone. */
  private BsonValue current(Operation change, BsonDocument key) {
    Collection collection = collection(change);
    Item item =
        collection == null ? null : collection.container().read(Collection.key(key.get("_id")));
    return item == null ? BsonNull.VALUE : new LazyDocument(item.body());
  }

  private BsonValue uuid(Operation change) {
    Collection collection = collection(change);
    return collection == null ? null : collection.spec().uuid();
  }
}
