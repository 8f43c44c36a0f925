package dev.mayfly.mongo.command.catalog;

import dev.mayfly.mongo.bson.BsonCopies;
import dev.mayfly.mongo.call.CommandCall;
import dev.mayfly.mongo.collection.CappedLimit;
import dev.mayfly.mongo.collection.Collection;
import dev.mayfly.mongo.collection.CollectionSpec;
import dev.mayfly.mongo.command.Backend;
import dev.mayfly.mongo.command.Command;
import dev.mayfly.mongo.command.CommandArguments;
import dev.mayfly.mongo.error.ErrorCodes;
import dev.mayfly.mongo.error.MongoException;
import dev.mayfly.mongo.namespace.Namespace;
import java.util.List;
import java.util.Set;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt64;

/**
 * {@code convertToCapped}: keeps the insertion order, and drops the oldest documents above the
 * limit and all indexes but the one on _id.
 */
public record ConvertToCappedCommand(Backend backend) implements Command {
  @Override
  public BsonDocument run(CommandCall call) {
    CommandArguments arguments =
        CommandArguments.of(call, Set.of("size", "max", "temp", "fromMigrate"));
    Namespace namespace = arguments.namespace(call);
    long size = arguments.number("size", 0);
    long max = arguments.number("max", 0);
    if (size <= 0 || size > CollectionOptions.CAPPED_BYTES_MAX) {
      throw new MongoException(
          ErrorCodes.INVALID_OPTIONS, "Capped collection size must be greater than zero");
    }
    Collection collection = backend.collections().find(namespace);
    if (collection == null) {
      throw new MongoException(
          ErrorCodes.NAMESPACE_NOT_FOUND, "source collection " + namespace + " does not exist");
    }
    if (collection.view() != null) {
      throw new MongoException(
          ErrorCodes.COMMAND_NOT_SUPPORTED_ON_VIEW, "cannot convert a view to a capped collection");
    }
    CappedLimit.enforce(
        call, backend.collections().change(namespace, spec -> capped(spec, size, max)));
    return new BsonDocument();
  }

  private static CollectionSpec capped(CollectionSpec spec, long size, long max) {
    BsonDocument options = BsonCopies.of(spec.options());
    options.put("capped", BsonBoolean.TRUE);
    options.put("size", new BsonInt64(size));
    options.remove("max");
    if (max > 0) {
      options.put("max", new BsonInt64(max));
    }
    return spec.withOptions(options).withIndexes(List.of());
  }
}
