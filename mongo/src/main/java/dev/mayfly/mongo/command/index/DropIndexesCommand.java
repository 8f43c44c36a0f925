package dev.mayfly.mongo.command.index;

import static java.util.Objects.requireNonNull;

import dev.mayfly.mongo.Namespace;
import dev.mayfly.mongo.bson.BsonText;
import dev.mayfly.mongo.bson.TypeNames;
import dev.mayfly.mongo.collection.Collection;
import dev.mayfly.mongo.collection.CollectionSpec;
import dev.mayfly.mongo.command.Arguments;
import dev.mayfly.mongo.command.Backend;
import dev.mayfly.mongo.command.Command;
import dev.mayfly.mongo.command.CommandCall;
import dev.mayfly.mongo.command.Fields;
import dev.mayfly.mongo.command.Settings;
import dev.mayfly.mongo.error.ErrorCodes;
import dev.mayfly.mongo.error.MongoException;
import dev.mayfly.mongo.index.IndexSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonValue;

/** {@code dropIndexes}. */
public final class DropIndexesCommand implements Command {
  private static final String ALL = "*";

  private final Backend backend;

  public DropIndexesCommand(Backend backend) {
    this.backend = requireNonNull(backend, "backend");
  }

  @Override
  public BsonDocument run(CommandCall call) {
    Arguments arguments = Arguments.of(call, Set.of("index"));
    Namespace namespace = arguments.namespace(call);
    BsonValue which = arguments.value("index");
    if (which == null) {
      throw Fields.missing(call, "index");
    }
    Collection collection = backend.collections().find(namespace);
    if (collection == null) {
      throw new MongoException(ErrorCodes.NAMESPACE_NOT_FOUND, "ns not found " + namespace);
    }
    if (collection.view() != null) {
      throw new MongoException(
          ErrorCodes.COMMAND_NOT_SUPPORTED_ON_VIEW,
          "Namespace " + namespace + " is a view, not a collection");
    }
    int before = collection.spec().allIndexes().size();
    backend.collections().change(namespace, spec -> without(spec, which));
    BsonDocument reply = new BsonDocument("nIndexesWas", new BsonInt32(before));
    if (isAll(which)) {
      reply.append("msg", new BsonString("non-_id indexes dropped for collection"));
    }
    return reply;
  }

  private static boolean isAll(BsonValue which) {
    return which.isString() && which.asString().getValue().equals(ALL);
  }

  private static CollectionSpec without(CollectionSpec spec, BsonValue which) {
    if (isAll(which)) {
      return spec.withIndexes(List.of());
    }
    List<IndexSpec> left = new ArrayList<>(spec.indexes());
    if (which.isString()) {
      left.remove(named(spec, which.asString().getValue()));
    } else if (which.isDocument()) {
      left.remove(keyed(spec, which.asDocument()));
    } else if (which.isArray()) {
      for (BsonValue name : which.asArray()) {
        if (!name.isString()) {
          throw wrongType(name);
        }
        left.remove(named(spec, name.asString().getValue()));
      }
    } else {
      throw wrongType(which);
    }
    return spec.withIndexes(left);
  }

  private static MongoException wrongType(BsonValue value) {
    return new MongoException(
        ErrorCodes.TYPE_MISMATCH,
        "BSON field 'dropIndexes.index' is the wrong type '"
            + TypeNames.of(value)
            + "', expected types '[string, object, array]'");
  }

  static IndexSpec named(CollectionSpec spec, String name) {
    if (name.equals("_id_")) {
      throw new MongoException(ErrorCodes.INVALID_OPTIONS, "cannot drop _id index");
    }
    return spec.indexes().stream()
        .filter(index -> index.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new MongoException(
                    ErrorCodes.INDEX_NOT_FOUND, "index not found with name [" + name + "]"));
  }

  private static IndexSpec keyed(CollectionSpec spec, BsonDocument key) {
    if (Settings.isSameKey(key, spec.idIndex().key())) {
      throw new MongoException(ErrorCodes.INVALID_OPTIONS, "cannot drop _id index");
    }
    List<IndexSpec> found =
        spec.indexes().stream().filter(index -> Settings.isSameKey(key, index.key())).toList();
    if (found.isEmpty()) {
      throw new MongoException(
          ErrorCodes.INDEX_NOT_FOUND, "can't find index with key: " + BsonText.of(key));
    }
    if (found.size() > 1) {
      throw new MongoException(
          ErrorCodes.AMBIGUOUS_INDEX_KEY_PATTERN,
          found.size()
              + " indexes found for key: "
              + BsonText.of(key)
              + ", identify by name instead");
    }
    return found.get(0);
  }
}
