package dev.mayfly.mongo.command.index;

import dev.mayfly.mongo.call.CommandCall;
import dev.mayfly.mongo.collection.Collection;
import dev.mayfly.mongo.collection.CollectionSpec;
import dev.mayfly.mongo.command.Backend;
import dev.mayfly.mongo.command.Command;
import dev.mayfly.mongo.command.CommandArguments;
import dev.mayfly.mongo.error.ErrorCodes;
import dev.mayfly.mongo.error.MongoException;
import dev.mayfly.mongo.index.IndexConflicts;
import dev.mayfly.mongo.index.IndexSpec;
import dev.mayfly.mongo.index.IndexSpecs;
import dev.mayfly.mongo.namespace.Namespace;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonValue;

/** {@code createIndexes}. Replies when the indexes are built. */
public record CreateIndexesCommand(Backend backend) implements Command {
  private static final Set<String> FIELDS =
      Set.of("indexes", "commitQuorum", "ignoreUnknownIndexOptions", "v", "returnOnStart");
  private static final int INDEXES_MAX = 64;
  private static final int ATTEMPTS_MAX = 10;

  @Override
  public BsonDocument run(CommandCall call) {
    throw new UnsupportedOperationException("it is started");
  }

  @Override
  public void start(CommandCall call) {
    CommandArguments arguments = CommandArguments.of(call, FIELDS);
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
    List<IndexSpec> requested = parse(sent, existing, ignoreUnknown);
    if (existing != null && existing.timeSeries() != null) {
      requested.forEach(CreateIndexesCommand::checkTimeSeries);
    }
    backend.collections().orCreate(namespace, call);
    AtomicReference<CollectionSpec> before = new AtomicReference<>();
    Collection after =
        backend
            .collections()
            .change(
                namespace,
                spec -> {
                  before.set(spec);
                  return with(spec, requested, namespace);
                });
    Set<String> added = names(requested);
    added.removeAll(names(before.get().allIndexes()));
    added.remove("_id_");
    int indexesBefore = before.get().allIndexes().size();
    BsonDocument reply =
        reply(call, requested, existing == null, indexesBefore, indexesBefore + added.size());
    await(
        call,
        after,
        requested,
        1,
        (builds, failure) -> {
          if (failure == null) {
            call.reply(reply);
            return;
          }
          if (builds.hasFailed()) {
            added.removeAll(builds.failed());
            drop(namespace, added, failure);
          }
          call.fail(failure);
        });
  }

  private static void checkTimeSeries(IndexSpec index) {
    String kind =
        index.isUnique()
            ? "Unique"
            : index.isSparse() ? "Sparse" : index.expireAfterSeconds() != null ? "TTL" : null;
    if (kind != null) {
      throw new MongoException(
          ErrorCodes.INVALID_OPTIONS,
          kind + " indexes are not supported on time-series collections");
    }
  }

  /**
   * Waits for the indexes. An index that is not found may have failed and been asked for again by
   * another client meanwhile: then there is one of that name, or the reason why not.
   */
  private void await(
      CommandCall call,
      Collection collection,
      List<IndexSpec> requested,
      int attempt,
      BiConsumer<IndexBuilds, Throwable> end) {
    IndexBuilds builds = IndexBuilds.of(backend, call, collection, requested);
    builds
        .ready()
        .whenComplete(
            (ready, failure) -> {
              boolean gone = isGone(failure);
              if (gone && attempt < ATTEMPTS_MAX) {
                await(call, collection, requested, attempt + 1, end);
              } else {
                end.accept(builds, gone ? dropped(collection) : failure);
              }
            });
  }

  private static boolean isGone(Throwable failure) {
    return failure instanceof MongoException known && known.code() == ErrorCodes.INDEX_NOT_FOUND;
  }

  private static MongoException dropped(Collection collection) {
    return new MongoException(
        ErrorCodes.INDEX_BUILD_ABORTED,
        "Index build failed: Collection "
            + collection.namespace()
            + " :: caused by :: an index was dropped before it was built");
  }

  /**
   * Drops the other indexes of a call if one of them can't be built. That one is gone already, and
   * another client may have asked for it again.
   */
  private void drop(Namespace namespace, Set<String> others, Throwable failure) {
    try {
      backend
          .collections()
          .change(
              namespace,
              spec -> {
                List<IndexSpec> left = new ArrayList<>(spec.indexes());
                left.removeIf(index -> others.contains(index.name()));
                return spec.withIndexes(left);
              });
    } catch (RuntimeException e) {
      failure.addSuppressed(e);
    }
  }

  private static Set<String> names(List<IndexSpec> indexes) {
    return indexes.stream().map(IndexSpec::name).collect(Collectors.toCollection(HashSet::new));
  }

  private static List<IndexSpec> parse(
      List<BsonDocument> sent, Collection existing, boolean ignoreUnknown) {
    BsonValue collation = existing == null ? null : existing.spec().options().get("collation");
    IndexSpecs specs = new IndexSpecs(ignoreUnknown);
    List<IndexSpec> requested = new ArrayList<>();
    for (BsonDocument each : sent) {
      requested.add(specs.parse(each, collation == null ? null : collation.asDocument()));
    }
    return requested;
  }

  /** Adds the indexes that do not exist yet. */
  public static CollectionSpec with(
      CollectionSpec spec, List<IndexSpec> requested, Namespace namespace) {
    List<IndexSpec> indexes = new ArrayList<>(spec.indexes());
    for (IndexSpec each : requested) {
      List<IndexSpec> all = new ArrayList<>(indexes);
      all.add(spec.idIndex());
      boolean onClustered =
          each.name().equals("_id_") && spec.options().containsKey("clusteredIndex");
      if (onClustered || IndexConflicts.exists(each, all)) {
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
      CommandCall call, List<IndexSpec> requested, boolean created, int before, int after) {
    BsonDocument reply = new BsonDocument();
    if (call.client().isCosmos() || requested.stream().anyMatch(IndexSpec::isDefaultTtl)) {
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
