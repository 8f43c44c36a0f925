package dev.mayfly.mongo.command.index;

import static java.util.Objects.requireNonNull;

import dev.mayfly.mongo.Namespace;
import dev.mayfly.mongo.collection.Collection;
import dev.mayfly.mongo.collection.CollectionSpec;
import dev.mayfly.mongo.command.Arguments;
import dev.mayfly.mongo.command.Backend;
import dev.mayfly.mongo.command.Command;
import dev.mayfly.mongo.command.CommandCall;
import dev.mayfly.mongo.error.ErrorCodes;
import dev.mayfly.mongo.error.MongoException;
import dev.mayfly.mongo.index.IndexConflicts;
import dev.mayfly.mongo.index.IndexSpec;
import dev.mayfly.mongo.index.IndexSpecs;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonValue;

/** {@code createIndexes}. It is answered when the indexes are in force. */
public final class CreateIndexesCommand implements Command {
  private static final Set<String> FIELDS =
      Set.of("indexes", "commitQuorum", "ignoreUnknownIndexOptions", "v", "returnOnStart");
  private static final int INDEXES_MAX = 64;

  private final Backend backend;

  public CreateIndexesCommand(Backend backend) {
    this.backend = requireNonNull(backend, "backend");
  }

  @Override
  public BsonDocument run(CommandCall call) {
    throw new UnsupportedOperationException("it is started");
  }

  @Override
  public void start(CommandCall call) {
    Arguments arguments = Arguments.of(call, FIELDS);
    Namespace namespace = arguments.namespace(call);
    arguments.requiredArray("indexes");
    List<BsonDocument> sent = arguments.documents("indexes");
    if (sent.isEmpty()) {
      throw new MongoException(ErrorCodes.BAD_VALUE, "Must specify at least one index to create");
    }
    Collection existing = backend.collections().find(namespace);
    if (existing != null && existing.view() != null) {
      throw new MongoException(
          ErrorCodes.COMMAND_NOT_SUPPORTED_ON_VIEW,
          "Namespace " + namespace + " is a view, not a collection");
    }
    boolean ignoreUnknown = arguments.flag("ignoreUnknownIndexOptions", false);
    List<IndexSpec> wanted = parse(sent, existing, ignoreUnknown);
    Collection collection = backend.collections().orCreate(namespace);
    CollectionSpec before = collection.spec();
    Collection after =
        backend.collections().change(namespace, spec -> with(spec, wanted, namespace));
    BsonDocument reply =
        reply(
            call,
            wanted,
            existing == null,
            before.allIndexes().size(),
            after.spec().allIndexes().size());
    IndexBuilds builds = IndexBuilds.of(backend, call, after, wanted);
    builds
        .ready()
        .whenComplete(
            (ready, failure) -> {
              if (failure == null) {
                call.reply(reply);
                return;
              }
              if (builds.haveFailed()) {
                withdraw(namespace, before, wanted, failure);
              }
              call.fail(failure);
            });
  }

  /** If one can't be built, none of those that came with it stays. */
  private void withdraw(
      Namespace namespace, CollectionSpec before, List<IndexSpec> wanted, Throwable failure) {
    Set<String> made = wanted.stream().map(IndexSpec::name).collect(Collectors.toSet());
    before.indexes().forEach(index -> made.remove(index.name()));
    try {
      backend
          .collections()
          .change(
              namespace,
              spec -> {
                List<IndexSpec> left = new ArrayList<>(spec.indexes());
                left.removeIf(index -> made.contains(index.name()));
                return spec.withIndexes(left);
              });
    } catch (RuntimeException e) {
      failure.addSuppressed(e);
    }
  }

  private static List<IndexSpec> parse(
      List<BsonDocument> sent, Collection existing, boolean ignoreUnknown) {
    BsonValue collation = existing == null ? null : existing.spec().options().get("collation");
    IndexSpecs specs = new IndexSpecs(ignoreUnknown);
    List<IndexSpec> wanted = new ArrayList<>();
    for (BsonDocument each : sent) {
      wanted.add(specs.parse(each, collation == null ? null : collation.asDocument()));
    }
    return wanted;
  }

  /** The collection with the indexes that it does not have. */
  static CollectionSpec with(CollectionSpec spec, List<IndexSpec> wanted, Namespace namespace) {
    List<IndexSpec> indexes = new ArrayList<>(spec.indexes());
    for (IndexSpec each : wanted) {
      List<IndexSpec> all = new ArrayList<>(indexes);
      all.add(spec.idIndex());
      if (IndexConflicts.exists(each, all)) {
        continue;
      }
      if (all.size() >= INDEXES_MAX) {
        throw new MongoException(
            ErrorCodes.CANNOT_CREATE_INDEX,
            "add index fails, too many indexes for " + namespace + " key:" + each.key());
      }
      if (each.isDefaultTtl() && indexes.stream().anyMatch(IndexSpec::isDefaultTtl)) {
        throw new MongoException(
            ErrorCodes.INDEX_OPTIONS_CONFLICT,
            "The collection has a TTL index on '_ts' already: change it with collMod, or drop it");
      }
      indexes.add(each);
    }
    return spec.withIndexes(indexes);
  }

  private static BsonDocument reply(
      CommandCall call, List<IndexSpec> wanted, boolean created, int before, int after) {
    BsonDocument reply = new BsonDocument();
    if (call.client().isCosmos() || wanted.stream().anyMatch(IndexSpec::isDefaultTtl)) {
      reply.append("_t", new BsonString("CreateIndexesResponse"));
    }
    reply
        .append("numIndexesBefore", new BsonInt32(before))
        .append("numIndexesAfter", new BsonInt32(after))
        .append("createdCollectionAutomatically", BsonBoolean.valueOf(created));
    if (before == after) {
      reply.append("note", new BsonString("all indexes already exist"));
    }
    return reply;
  }
}
