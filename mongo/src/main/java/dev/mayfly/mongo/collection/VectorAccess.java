package dev.mayfly.mongo.collection;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.Container;
import dev.mayfly.engine.item.Item;
import dev.mayfly.engine.partition.EpkRange;
import dev.mayfly.mongo.error.ErrorCodes;
import dev.mayfly.mongo.error.MongoException;
import dev.mayfly.mongo.expression.ParseContext;
import dev.mayfly.mongo.expression.Variables;
import dev.mayfly.mongo.index.SearchIndexSpec;
import dev.mayfly.mongo.index.VectorDefinition;
import dev.mayfly.mongo.sort.SortPattern;
import dev.mayfly.mongo.vector.VectorSearch;
import dev.mayfly.net.work.Checkpoint;
import dev.mayfly.query.cursor.ReadPlan;
import dev.mayfly.vector.DistanceFunction;
import dev.mayfly.vector.NearestCandidates;
import dev.mayfly.vector.VectorField;
import dev.mayfly.vector.VectorIndexes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.bson.BsonDocument;

/**
 * Finds the documents of a {@code $vectorSearch}. An index and the change feed since name
 * candidates, which are read, filtered and sorted like the documents of a scan. If too few of them
 * are left, more are asked for, and then all documents are read: a filter and dead documents cost
 * time and no results.
 */
public final class VectorAccess {
  private static final BsonDocument NEAREST_FIRST =
      BsonDocument.parse("{nearness: {$meta: 'vectorSearchScore'}, _id: 1}");

  /** So many more candidates than results are read at first: floats are rounded, items die. */
  private static final int READ_MORE = 2;

  private static final int GROWTH = 4;

  private final Collection collection;
  private final VectorSearch search;
  private final VectorField field;
  private final Reader reader;
  private final Query query;

  private VectorAccess(
      Collection collection,
      VectorSearch search,
      VectorField field,
      Reader reader,
      Variables variables) {
    this.collection = requireNonNull(collection, "collection");
    this.search = requireNonNull(search, "search");
    this.field = requireNonNull(field, "field");
    this.reader = requireNonNull(reader, "reader");
    this.query = query(search, variables);
  }

  /**
   * The access of a search to a collection; null if there is no index of that name, so that nothing
   * is found.
   *
   * @throws MongoException if the index does not serve the search
   */
  public static VectorAccess of(
      Collection collection, VectorSearch search, Reader reader, Variables variables) {
    SearchIndexSpec index = collection.spec().searchIndex(search.index());
    if (index == null) {
      return null;
    }
    VectorField field = field(index.definition(), search);
    search.begin(field);
    return new VectorAccess(collection, search, field, reader, variables);
  }

  private static VectorField field(VectorDefinition definition, VectorSearch search) {
    VectorField field = definition.vectors().get(search.path());
    if (field == null) {
      throw refused(search.path() + " is not indexed as vector");
    }
    int length = search.target().length();
    if (length != field.dimensions()) {
      throw refused(
          "vector field is indexed with %d dimensions but queried with %d"
              .formatted(field.dimensions(), length));
    }
    double[] elements = Arrays.copyOf(search.target().elements(), length);
    if (field.distance() == DistanceFunction.COSINE
        && Arrays.stream(elements).allMatch(element -> element == 0)) {
      throw refused("Cosine similarity cannot be calculated against a zero vector.");
    }
    for (String path : search.filterPaths()) {
      if (!definition.filters().contains(path)) {
        throw refused("Path '" + path + "' needs to be indexed as filter");
      }
    }
    return field;
  }

  /** As MongoDB passes on what its search process refuses. */
  private static MongoException refused(String reason) {
    return new MongoException(
        ErrorCodes.UNKNOWN_ERROR,
        "PlanExecutor error during aggregation :: caused by :: " + reason);
  }

  private static Query query(VectorSearch search, Variables variables) {
    ParseContext parsing = search.parsing();
    return new Query(
        search.query(),
        (document, outer, match) -> search.matches(document, outer),
        SortPattern.parse(NEAREST_FIRST, parsing),
        parsing,
        variables,
        Candidates.idOf(search.query(), parsing.order()),
        null,
        null);
  }

  /** What decides which documents are found. */
  public Query query() {
    return query;
  }

  /** The documents that are found, the nearest first. */
  public ItemStream open(VectorIndexes indexes) {
    ItemStream nearest = isByIndex() ? nearest(indexes) : null;
    return nearest != null
        ? nearest
        : Candidates.sorted(collection, query, reader, search.limit(), search.limit());
  }

  private boolean isByIndex() {
    Container container = collection.container();
    return !search.isExact()
        && search.limit() <= NearestCandidates.REACH_MAX
        && query.id() == null
        && !container.isView()
        && reader.reading(container).estimatedItems() >= NearestCandidates.ITEMS_MIN;
  }

  /** By the index; null if all documents have to be read. */
  private ItemStream nearest(VectorIndexes indexes) {
    try (NearestCandidates candidates =
        NearestCandidates.open(indexes, collection.container(), field, address -> true)) {
      if (candidates == null) {
        return null;
      }
      int read = search.limit() + READ_MORE;
      for (int width = Math.max(read, search.candidates()); width > 0; width = candidates.wider()) {
        Checkpoint.pass();
        if (!candidates.search(search.target(), width, List.of(EpkRange.FULL))) {
          return null;
        }
        ItemStream found = read(candidates, read);
        if (found != null) {
          return found;
        }
        read = candidates.width();
      }
      return null;
    }
  }

  /** The nearest of the candidates and the others; null if they are too few. */
  private ItemStream read(NearestCandidates nearest, int first) {
    for (int count = first; ; count *= GROWTH) {
      List<byte[]> candidates = new ArrayList<>(nearest.first(count));
      boolean last = candidates.size() < count;
      candidates.addAll(nearest.others());
      Counted items = new Counted(candidates, nearest);
      ItemStream sorted = Candidates.sorted(items, collection, query, reader, search.limit());
      nearest.lookedUp(candidates.size(), candidates.size() - items.read);
      // What is further away than all candidates is not among the first results then.
      if (items.near >= search.limit()) {
        return sorted;
      }
      sorted.close();
      if (last) {
        return null;
      }
    }
  }

  /** Candidates that match, and how many of them the index has named. */
  private final class Counted implements ItemStream {
    private final PlannedItems items;
    private final NearestCandidates nearest;
    private long read;
    private long near;

    Counted(List<byte[]> addresses, NearestCandidates nearest) {
      this.items =
          new PlannedItems(
              reader, collection.container(), new ReadPlan.Addresses(addresses), addresses.size());
      this.nearest = nearest;
    }

    @Override
    public boolean next() {
      while (items.next()) {
        read++;
        if (query.matches(document(), null)) {
          near += nearest.isOther(item().address()) ? 0 : 1;
          return true;
        }
      }
      return false;
    }

    @Override
    public BsonDocument document() {
      return items.document();
    }

    @Override
    public Item item() {
      return items.item();
    }

    @Override
    public void back() {
      items.back();
    }
  }
}
