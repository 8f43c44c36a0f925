package dev.mayfly.mongo.command.index;

import dev.mayfly.mongo.bson.BsonText;
import dev.mayfly.mongo.bson.TypeNames;
import dev.mayfly.mongo.call.CommandCall;
import dev.mayfly.mongo.collection.Collection;
import dev.mayfly.mongo.collection.CollectionSpec;
import dev.mayfly.mongo.command.Backend;
import dev.mayfly.mongo.command.Command;
import dev.mayfly.mongo.command.CommandArguments;
import dev.mayfly.mongo.command.Fields;
import dev.mayfly.mongo.command.QueryOptions;
import dev.mayfly.mongo.error.ErrorCodes;
import dev.mayfly.mongo.error.MongoException;
import dev.mayfly.mongo.index.IndexSpec;
import dev.mayfly.mongo.namespace.Namespace;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonValue;

public record DropIndexesCommand(Backend backend) implements Command {
  private static final String ALL = "*";

  @Override
  public BsonDocument run(CommandCall call) {
    CommandArguments arguments = CommandArguments.of(call, Set.of("index"));
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
    checkNotOnId(spec, name.equals("_id_") || name.equals(spec.idIndex().name()));
    return spec.indexes().stream()
        .filter(index -> index.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new MongoException(
                    ErrorCodes.INDEX_NOT_FOUND, "index not found with name [" + name + "]"));
  }

  private static void checkNotOnId(CollectionSpec spec, boolean onId) {
    if (onId && spec.idIndex().document().containsKey("clustered")) {
      throw new MongoException(
          5979800,
          "Cannot drop the clustered index '%s'. Try dropping the collection instead."
              .formatted(spec.idIndex().name()));
    }
    if (onId) {
      throw new MongoException(ErrorCodes.INVALID_OPTIONS, "cannot drop _id index");
    }
  }

  private static IndexSpec keyed(CollectionSpec spec, BsonDocument key) {
    checkNotOnId(spec, QueryOptions.isSameKey(key, spec.idIndex().key()));
    List<IndexSpec> found =
        spec.indexes().stream().filter(index -> QueryOptions.isSameKey(key, index.key())).toList();
    if (found.isEmpty()) {
      throw new MongoException(
          ErrorCodes.INDEX_NOT_FOUND, "can't find index with key: " + BsonText.of(key));
    }
    if (found.size() > 1) {
      throw new MongoException(
          ErrorCodes.AMBIGUOUS_INDEX_KEY_PATTERN,
          "%s indexes found for key: %s, identify by name instead"
              .formatted(found.size(), BsonText.of(key)));
    }
    return found.get(0);
  }
}
