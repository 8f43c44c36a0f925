package dev.mayfly.mongo.command.index;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.Container;
import dev.mayfly.mongo.bson.BsonCopies;
import dev.mayfly.mongo.call.CommandCall;
import dev.mayfly.mongo.collection.Collection;
import dev.mayfly.mongo.collection.CollectionSpec;
import dev.mayfly.mongo.command.Backend;
import dev.mayfly.mongo.command.CommandArguments;
import dev.mayfly.mongo.command.ListCursors;
import dev.mayfly.mongo.command.stats.SearchIndexReports;
import dev.mayfly.mongo.error.ErrorCodes;
import dev.mayfly.mongo.error.MongoException;
import dev.mayfly.mongo.index.SearchIndexSpec;
import dev.mayfly.mongo.index.VectorDefinition;
import dev.mayfly.mongo.namespace.Namespace;
import dev.mayfly.vector.NearestCandidates;
import dev.mayfly.vector.VectorField;
import dev.mayfly.vector.VectorSnapshot;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.types.ObjectId;

/**
 * {@code createSearchIndexes}, {@code updateSearchIndex}, {@code dropSearchIndex} and {@code
 * listSearchIndexes}. What is kept are the definitions; the graphs of vectors follow the documents
 * in the background.
 */
public record SearchIndexCommands(Backend backend) {
  private static final int INDEXES_MAX = 64;
  private static final int NAME_MAX = 256;
  private static final String NAME_DEFAULT = "default";

  public SearchIndexCommands {
    requireNonNull(backend, "backend");
  }

  public BsonDocument create(CommandCall call) {
    CommandArguments arguments = CommandArguments.of(call, Set.of("indexes"));
    Namespace namespace = arguments.namespace(call);
    arguments.requiredArray("indexes");
    List<SearchIndexSpec> requested = new ArrayList<>();
    for (BsonDocument each : arguments.documents("indexes")) {
      requested.add(requested(each));
    }
    if (requested.isEmpty()) {
      throw bad("Must specify at least one search index to create");
    }
    change(namespace, spec -> with(spec, requested, namespace));
    BsonArray created = new BsonArray();
    CollectionSpec after = backend.collections().require(namespace).spec();
    for (SearchIndexSpec each : requested) {
      SearchIndexSpec made = after.searchIndex(each.name());
      created.add(
          new BsonDocument("id", new BsonString(made == null ? each.id() : made.id()))
              .append("name", new BsonString(each.name())));
    }
    return new BsonDocument("indexesCreated", created);
  }

  private SearchIndexSpec requested(BsonDocument sent) {
    CommandArguments index =
        CommandArguments.of(
            "createSearchIndexes.indexes", sent, Set.of("name", "type", "definition"));
    String type = index.text("type");
    if (type != null && !type.equals("search") && !type.equals(SearchIndexSpec.TYPE)) {
      throw bad("\"indexes.type\" must be one of [search, vectorSearch]");
    }
    if (!SearchIndexSpec.TYPE.equals(type)) {
      throw new MongoException(
          ErrorCodes.SEARCH_NOT_ENABLED,
          "createSearchIndexes: search indexes of the type 'search', which is the default, are not"
              + " supported. Those of the type 'vectorSearch' are; texts are searched by text"
              + " indexes and $text.");
    }
    String name = index.text("name");
    if (name != null && (name.isEmpty() || name.length() > NAME_MAX)) {
      throw bad("\"indexes.name\" must have 1 to " + NAME_MAX + " characters");
    }
    return new SearchIndexSpec(
        new ObjectId().toHexString(),
        name == null ? NAME_DEFAULT : name,
        definition(index),
        0,
        backend.variables().nowMillis());
  }

  private static VectorDefinition definition(CommandArguments arguments) {
    return VectorDefinition.parse(BsonCopies.of(arguments.requiredDocument("definition")));
  }

  /** Adds the indexes that do not exist yet. */
  private static CollectionSpec with(
      CollectionSpec spec, List<SearchIndexSpec> requested, Namespace namespace) {
    if (spec.isTimeSeries()) {
      throw new MongoException(
          ErrorCodes.INVALID_OPTIONS,
          "search indexes are not supported on time-series collections");
    }
    CollectionSpec next = spec;
    for (SearchIndexSpec each : requested) {
      SearchIndexSpec same = next.searchIndex(each.name());
      if (same != null && !same.definition().equals(each.definition())) {
        throw new MongoException(
            ErrorCodes.INDEX_ALREADY_EXISTS,
            "Index %s already exists with a different definition. Drop it first if needed."
                .formatted(each.name()));
      }
      if (same == null) {
        List<SearchIndexSpec> more = new ArrayList<>(next.searchIndexes());
        more.add(each);
        next = next.withSearchIndexes(more);
      }
    }
    if (next.searchIndexes().size() > INDEXES_MAX) {
      throw new MongoException(
          ErrorCodes.CANNOT_CREATE_INDEX, "too many search indexes for " + namespace);
    }
    return next;
  }

  public BsonDocument update(CommandCall call) {
    CommandArguments arguments = CommandArguments.of(call, Set.of("id", "name", "definition"));
    Namespace namespace = arguments.namespace(call);
    VectorDefinition definition = definition(arguments);
    long now = backend.variables().nowMillis();
    change(
        namespace,
        spec -> {
          SearchIndexSpec found = named(spec, arguments, namespace);
          List<SearchIndexSpec> changed = new ArrayList<>(spec.searchIndexes());
          changed.replaceAll(each -> each == found ? found.with(definition, now) : each);
          return spec.withSearchIndexes(changed);
        });
    return new BsonDocument();
  }

  public BsonDocument drop(CommandCall call) {
    CommandArguments arguments = CommandArguments.of(call, Set.of("id", "name"));
    Namespace namespace = arguments.namespace(call);
    change(
        namespace,
        spec -> {
          List<SearchIndexSpec> left = new ArrayList<>(spec.searchIndexes());
          left.remove(named(spec, arguments, namespace));
          return spec.withSearchIndexes(left);
        });
    return new BsonDocument();
  }

  public BsonDocument list(CommandCall call) {
    CommandArguments arguments = CommandArguments.of(call, Set.of("id", "name", "cursor"));
    Namespace namespace = arguments.namespace(call);
    BsonDocument which = new BsonDocument();
    for (String option : List.of("id", "name")) {
      if (arguments.text(option) != null) {
        which.append(option, new BsonString(arguments.text(option)));
      }
    }
    return ListCursors.reply(
        backend, call, namespace, arguments, SearchIndexReports.of(backend, namespace, which));
  }

  /** The index that a command names, by its name or its id. */
  private static SearchIndexSpec named(
      CollectionSpec spec, CommandArguments arguments, Namespace namespace) {
    String name = arguments.text("name");
    String id = arguments.text("id");
    if ((name == null) == (id == null)) {
      throw bad("Must specify either the name or the id of a search index");
    }
    return spec.searchIndexes().stream()
        .filter(each -> name != null ? each.name().equals(name) : each.id().equals(id))
        .findFirst()
        .orElseThrow(
            () ->
                new MongoException(
                    ErrorCodes.INDEX_NOT_FOUND,
                    "No index with %s %s exists in namespace %s"
                        .formatted(
                            name != null ? "name" : "id", name != null ? name : id, namespace)));
  }

  /** Changes the definitions; graphs that are new are built, those that are gone are dropped. */
  private void change(Namespace namespace, UnaryOperator<CollectionSpec> change) {
    Collection before = backend.collections().require(namespace);
    if (before.view() != null) {
      throw new MongoException(
          ErrorCodes.COMMAND_NOT_SUPPORTED_ON_VIEW,
          "Namespace " + namespace + " is a view, not a collection");
    }
    Collection after = backend.collections().change(namespace, change);
    Container container = after.container();
    Set<VectorField> gone = fields(before.spec());
    gone.removeAll(fields(after.spec()));
    gone.forEach(field -> backend.vectors().drop(container, field));
    if (container.live().items() >= NearestCandidates.ITEMS_MIN) {
      fields(after.spec()).forEach(field -> build(container, field));
    }
  }

  private static Set<VectorField> fields(CollectionSpec spec) {
    Set<VectorField> fields = new HashSet<>();
    spec.searchIndexes().forEach(each -> fields.addAll(each.definition().vectors().values()));
    return fields;
  }

  private void build(Container container, VectorField field) {
    VectorSnapshot built = backend.vectors().open(container, field);
    if (built != null) {
      built.close();
    }
  }

  private static MongoException bad(String text) {
    return new MongoException(ErrorCodes.BAD_VALUE, text);
  }
}
