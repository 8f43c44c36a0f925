package dev.mayfly.mongo.collection;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mayfly.mongo.command.NoCall;
import dev.mayfly.mongo.error.MongoException;
import dev.mayfly.mongo.expression.Expressions;
import dev.mayfly.mongo.expression.Variables;
import dev.mayfly.mongo.random.NaiveFilter;
import dev.mayfly.mongo.random.RandomDocuments;
import dev.mayfly.mongo.random.RandomFilters;
import dev.mayfly.mongo.sort.SortPattern;
import dev.mayfly.testkit.Rule;
import dev.mayfly.testkit.Seeds;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonNull;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.junit.jupiter.api.Test;

/**
 * Whatever indexes there are, a query finds what the naive evaluator finds, in order, while
 * documents change and die. The seed that is printed repeats a run.
 */
@Rule({"B1", "B4"})
class RandomIndexesTest {
  private static final int ROUNDS = Integer.getInteger("mayfly.rounds", 20);

  /** Some seeds take rare ways seldom: they get further rounds. */
  private static final int MOST_ROUNDS = 5 * ROUNDS;

  private static final int STEPS = 150;
  private static final int IDS = 30;
  private static final int TTL = 40;
  private static final List<String> PATHS =
      List.of("a", "a", "b", "b", "c", "a.b", "a.c", "b.a", "a.b.c", "_id");
  private static final List<String> PARTIAL =
      List.of(
          "{a: {$gt: 0}}",
          "{a: 1}",
          "{b: {$exists: true}}",
          "{c: {$in: [0, 1, 'a', null]}}",
          "{a: {$lte: 'b'}, b: {$exists: true}}",
          "{b: null}",
          "{$or: [{a: {$gte: 0}}, {b: {$gte: ''}}]}",
          "{'a.b': {$type: 'int'}}");

  private final Random random = Seeds.random(RandomIndexesTest.class);
  private final RandomDocuments documents = new RandomDocuments(random);
  private final RandomFilters filters = new RandomFilters(documents);
  private final List<String> history = new ArrayList<>();
  private final Map<Integer, BsonDocument> naive = new TreeMap<>();
  private final Map<Integer, Long> written = new TreeMap<>();
  private final List<String> leading = new ArrayList<>();
  private IndexedCollection indexed;
  private int byIndex;
  private int inOrder;
  private int byAlternatives;
  private int found;

  @Test
  void queriesFindTheSameWithIndexes() {
    for (int round = 0; round < ROUNDS || (round < MOST_ROUNDS && !hasReadEveryWay()); round++) {
      history.clear();
      naive.clear();
      written.clear();
      try (IndexedCollection opened = new IndexedCollection()) {
        indexed = opened;
        indexed.expireAfter(TTL);
        play();
      }
    }
    assertThat(byIndex).as("read an index").isGreaterThan(ROUNDS * STEPS / 20);
    assertThat(inOrder).as("read an index in order").isGreaterThan(ROUNDS);
    assertThat(byAlternatives).as("read several").isGreaterThan(ROUNDS / 2);
    assertThat(found).isGreaterThan(ROUNDS * STEPS / 10);
  }

  private boolean hasReadEveryWay() {
    return inOrder > ROUNDS && byAlternatives > ROUNDS / 2;
  }

  private void play() {
    for (int i = 0; i < IDS; i++) {
      write();
    }
    indexes();
    for (int step = 0; step < STEPS; step++) {
      switch (dice(8)) {
        case 0, 1 -> write();
        case 2 -> pass(dice(9) == 0 ? dice(TTL) : dice(4));
        default -> query();
      }
      if (dice(60) == 0) {
        note("drop");
        indexed.dropIndexes();
        indexed.expireAfter(TTL);
        indexes();
      }
    }
  }

  private int dice(int sides) {
    return random.nextInt(sides);
  }

  private void note(Object... what) {
    history.add(Arrays.toString(what));
  }

  private String returned() {
    return String.join("\n", history) + "\n";
  }

  private void indexes() {
    leading.clear();
    for (int i = 1 + dice(4); i > 0; i--) {
      BsonDocument key = new BsonDocument();
      for (int part = dice(3); part >= 0; part--) {
        key.put(documents.any(PATHS), direction());
      }
      if (key.size() == 1 && key.containsKey("_id")) {
        continue;
      }
      BsonDocument sent = new BsonDocument("key", key).append("name", new BsonString("i" + i));
      switch (dice(4)) {
        case 0 -> sent.append("sparse", BsonBoolean.TRUE);
        case 1 ->
            sent.append("partialFilterExpression", BsonDocument.parse(documents.any(PARTIAL)));
        default -> {
          // All documents.
        }
      }
      note("index", sent, indexed.index(sent));
      leading.add(key.getFirstKey());
    }
  }

  private BsonInt32 direction() {
    return new BsonInt32(dice(2) * 2 - 1);
  }

  private void write() {
    BsonDocument document = dice(2) == 0 ? documents.next() : plain();
    document.put("_id", new BsonInt32(dice(IDS)));
    int id = document.getInt32("_id").getValue();
    naive.remove(id);
    written.remove(id);
    boolean taken = indexed.put(document);
    note("put", document, taken);
    if (taken) {
      naive.put(id, document);
      written.put(id, indexed.clock.epochSecond());
    }
  }

  /** With few small numbers at the paths of indexes, often in arrays. */
  private BsonDocument plain() {
    BsonDocument document = new BsonDocument("_id", new BsonInt32(0));
    for (String name : List.of("a", "b", "c")) {
      if (dice(5) > 0) {
        document.put(name, dice(2) == 0 ? small() : some(this::inner));
      }
    }
    return document;
  }

  private BsonValue small() {
    return dice(12) == 0 ? BsonNull.VALUE : new BsonInt32(dice(8));
  }

  private BsonValue inner() {
    if (dice(3) > 0) {
      return small();
    }
    BsonDocument inner = new BsonDocument();
    for (String name : List.of("a", "b", "c")) {
      if (dice(3) > 0) {
        inner.put(name, dice(3) > 0 ? small() : some(this::small));
      }
    }
    return inner;
  }

  private BsonArray some(Supplier<BsonValue> maker) {
    return new BsonArray(Stream.generate(maker).limit(dice(4)).toList());
  }

  private void pass(int seconds) {
    note("pass", seconds);
    indexed.clock.advance(seconds);
    long now = indexed.clock.epochSecond();
    written.values().removeIf(second -> now >= second + TTL);
    naive.keySet().retainAll(written.keySet());
  }

  private BsonDocument filter() {
    if (dice(8) == 0 && !leading.isEmpty()) {
      BsonArray branches = new BsonArray();
      for (int i = 1 + dice(3); i >= 0; i--) {
        branches.add(new BsonDocument(documents.any(leading), dice(2) == 0 ? small() : range()));
      }
      return new BsonDocument("$or", branches);
    }
    BsonDocument filter = dice(3) == 0 ? filters.next() : new BsonDocument();
    for (int i = dice(3); i > 0; i--) {
      filter.put(documents.any(PATHS), condition());
    }
    if (dice(5) == 0) {
      filter.put("$or", some(() -> new BsonDocument(documents.any(PATHS), condition())));
      filter.getArray("$or").add(new BsonDocument(documents.any(PATHS), condition()));
    }
    return filter;
  }

  private BsonValue condition() {
    return switch (dice(8)) {
      case 0 -> new BsonDocument("$in", some(this::small));
      case 1 -> range();
      case 2 -> new BsonDocument("$elemMatch", range());
      case 3 ->
          new BsonDocument(
              "$elemMatch",
              new BsonDocument("b", small()).append("c", dice(2) == 0 ? small() : range()));
      case 4 -> new BsonDocument("$gt", small());
      case 5 -> dice(2) == 0 ? documents.value() : some(this::small);
      case 6 -> BsonDocument.parse("{$exists: true}");
      default -> small();
    };
  }

  private BsonDocument range() {
    int from = dice(8);
    return new BsonDocument(dice(2) == 0 ? "$gte" : "$gt", new BsonInt32(from))
        .append(dice(2) == 0 ? "$lte" : "$lt", new BsonInt32(from + dice(3)));
  }

  private BsonDocument sort() {
    BsonDocument sort = new BsonDocument();
    for (int i = dice(4); i > 0; i--) {
      sort.put(documents.any(PATHS), direction());
    }
    return sort;
  }

  private void query() {
    BsonDocument filter = filter();
    BsonDocument sort = sort();
    String hint = dice(6) == 0 ? "i" + (1 + dice(4)) : null;
    int skip = dice(3);
    int limit = dice(3) == 0 ? 1 + dice(5) : Integer.MAX_VALUE;
    int batch = 1 + dice(6);
    int seconds = dice(4) == 0 ? dice(TTL / 2) : 0;
    note("query", filter, sort, hint, skip, limit, batch, seconds);
    Query query = Query.of(filter, sort, Expressions.PLAIN, Variables.at(0)).hinting(hint);
    List<BsonDocument> matching = matching(filter);
    SortPattern order = query.sort();
    if (order != null && !isSortable(order, matching)) {
      return;
    }
    Reader reader = indexed.reader();
    Access access = Candidates.access(indexed.collection(), query, reader);
    if (access.kind() == Access.Kind.INDEXES) {
      byIndex++;
      inOrder += order != null && access.isOrdered() ? 1 : 0;
      byAlternatives += access.indexes().indexes().size() > 1 ? 1 : 0;
    }
    boolean slowly = seconds > 0 && skip == 0 && limit == Integer.MAX_VALUE;
    List<BsonDocument> first = new ArrayList<>();
    List<BsonDocument> rest = new ArrayList<>();
    ItemStream items =
        order == null
            ? Candidates.of(indexed.collection(), query, reader, batch)
            : Candidates.sorted(indexed.collection(), query, reader, Long.MAX_VALUE, batch);
    while (items.next()) {
      BsonDocument document = items.document();
      if (!query.matches(document, null)) {
        continue;
      }
      if (first.size() < batch || !slowly) {
        first.add(document);
      } else if (rest.isEmpty()) {
        // The batch is full: this one is returned again if it is still visible.
        items.back();
        pass(seconds);
        reader.next(new NoCall());
        rest.add(null);
      } else {
        rest.add(document);
      }
    }
    if (!rest.isEmpty()) {
      rest.remove(0);
      List<BsonDocument> alive = new ArrayList<>(matching(filter));
      alive.removeAll(first);
      same(rest, alive, order);
      return;
    }
    List<BsonDocument> expected = new ArrayList<>(matching);
    same(first, expected, order);
    found += first.isEmpty() ? 0 : 1;
    if (order != null) {
      cut(query, first, skip, limit);
    }
  }

  /** With a limit only so many are kept, and those are the first. */
  private void cut(Query query, List<BsonDocument> all, int skip, int limit) {
    int from = Math.min(skip, all.size());
    int to = (int) Math.min(all.size(), (long) from + limit);
    List<BsonDocument> some = new ArrayList<>();
    ItemStream items =
        Candidates.sorted(
            indexed.collection(), query, indexed.reader(), (long) skip + limit, limit);
    while (some.size() < to && items.next()) {
      if (query.matches(items.document(), null)) {
        some.add(items.document());
      }
    }
    assertThat(some.subList(Math.min(from, some.size()), some.size()))
        .as(this::returned)
        .isEqualTo(all.subList(from, to));
  }

  private List<BsonDocument> matching(BsonDocument filter) {
    return naive.values().stream().filter(each -> NaiveFilter.matches(filter, each)).toList();
  }

  /** Documents with two arrays side by side can't be sorted. */
  private static boolean isSortable(SortPattern order, List<BsonDocument> documents) {
    try {
      documents.forEach(order::key);
      return true;
    } catch (MongoException e) {
      return false;
    }
  }

  private void same(List<BsonDocument> returned, List<BsonDocument> expected, SortPattern order) {
    assertThat(returned.stream().map(RandomIndexesTest::text).sorted().toList())
        .as(this::returned)
        .isEqualTo(expected.stream().map(RandomIndexesTest::text).sorted().toList());
    for (int i = 1; order != null && i < returned.size(); i++) {
      BsonValue[] before = order.key(returned.get(i - 1));
      BsonValue[] after = order.key(returned.get(i));
      assertThat(order.compare(before, after))
          .as(() -> returned() + text(returned.get(0)))
          .isLessThanOrEqualTo(0);
    }
  }

  private static String text(BsonDocument document) {
    return new BsonDocument("d", document).toJson();
  }
}
