package dev.mayfly.mongo.driver;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.MongoBulkWriteException;
import com.mongodb.MongoException;
import com.mongodb.client.FindIterable;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoCursor;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.IndexOptions;
import dev.mayfly.mongo.aggregate.NaivePipeline;
import dev.mayfly.mongo.random.NaiveOrder;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonNull;
import org.bson.BsonString;
import org.bson.BsonUndefined;
import org.bson.BsonValue;

/** A collection of the server and the naive one: each call is made to both and must agree. */
class BothSides {
  private static final List<Integer> INTERNAL = List.of(1, 8);

  final NaiveCollection naive = new NaiveCollection();
  final MongoCollection<BsonDocument> real;
  private final MongoDatabase database;
  private final List<String> history;
  private int refusals;
  private int answers;

  /**
   * @param history receives the operations, to be printed when the sides differ
   */
  BothSides(MongoDatabase database, String name, List<String> history) {
    this.database = database;
    this.real = database.getCollection(name, BsonDocument.class);
    this.history = history;
  }

  static long now() {
    return DriverServer.shared().clock().epochSecond();
  }

  void note(String what, Object... with) {
    StringBuilder line = new StringBuilder(what);
    for (Object each : with) {
      line.append(' ').append(each);
    }
    history.add(line.toString());
  }

  String history() {
    return "at " + now() + " after\n" + String.join("\n", history) + "\n";
  }

  /** What the server refused a call with; 0 if it made it. */
  int code(Runnable call) {
    int code = 0;
    try {
      call.run();
    } catch (MongoBulkWriteException e) {
      code = e.getWriteErrors().get(0).getCode();
    } catch (MongoException e) {
      code = e.getCode();
    }
    assertThat(INTERNAL).as(this::history).doesNotContain(code);
    refusals += code == 0 ? 0 : 1;
    return code;
  }

  /** How many calls were refused. */
  int refusals() {
    return refusals;
  }

  /** How many reads found something. */
  int answers() {
    return answers;
  }

  /** Switches TTL on, off (null) or to other seconds. */
  void ttl(Integer seconds) {
    note("ttl", seconds);
    if (seconds == null) {
      if (naive.ttl != null) {
        real.dropIndex("_ts_1");
      }
    } else if (naive.ttl == null) {
      expire("_ts", seconds);
    } else {
      BsonDocument index = BsonDocument.parse("{name: '_ts_1'}");
      index.put("expireAfterSeconds", new BsonInt32(seconds));
      database.runCommand(command("collMod").append("index", index));
    }
    naive.ttl = seconds;
    naive.bury(now());
  }

  private BsonDocument command(String name) {
    return new BsonDocument(name, new BsonString(real.getNamespace().getCollectionName()));
  }

  /** Lets documents die some seconds after the date in {@code at}. */
  void dateTtl(int seconds) {
    note("dateTtl", seconds);
    expire("at", seconds);
    naive.dateTtl = seconds;
    naive.bury(now());
  }

  private void expire(String field, long seconds) {
    real.createIndex(
        new BsonDocument(field, new BsonInt32(1)),
        new IndexOptions().expireAfter(seconds, TimeUnit.SECONDS));
  }

  void unique(String field, boolean sparse) {
    note("unique", field, sparse);
    real.createIndex(
        new BsonDocument(field, new BsonInt32(1)),
        new IndexOptions().name("unique").unique(true).sparse(sparse));
    naive.unique = field;
    naive.sparse = sparse;
  }

  void index(BsonDocument keys, IndexOptions options) {
    note("index", keys, options);
    real.createIndex(keys, options);
    if (!keys.containsKey("$**")) {
      naive.indexes.add(keys);
    }
  }

  void same() {
    List<BsonDocument> found =
        real.find().sort(new BsonDocument("_id", new BsonInt32(1))).into(new ArrayList<>());
    assertThat(json(found)).as(this::history).isEqualTo(json(naive.all()));
    assertThat(real.estimatedDocumentCount()).as(this::history).isEqualTo(found.size());
  }

  static List<String> json(List<BsonDocument> documents) {
    return documents.stream().map(BsonDocument::toJson).toList();
  }

  private static List<String> inNoOrder(List<BsonDocument> documents) {
    return json(documents).stream().sorted().toList();
  }

  /**
   * Finds all, in no order.
   *
   * @param fields a projection of root fields, or null
   */
  void find(BsonDocument filter, BsonDocument fields, int batch) {
    note("find", filter, fields, batch);
    List<BsonDocument> found =
        real.find(filter).projection(fields).batchSize(batch).into(new ArrayList<>());
    assertThat(inNoOrder(found))
        .as(this::history)
        .isEqualTo(inNoOrder(projected(naive.matching(filter), fields)));
  }

  /** Finds all while seconds pass after the first page: the others show who lives then. */
  void findSlowly(BsonDocument filter, int seconds) {
    note("findSlowly", filter, seconds);
    List<String> atFirst = json(naive.matching(filter));
    List<String> page = new ArrayList<>();
    List<String> rest = new ArrayList<>();
    try (MongoCursor<BsonDocument> cursor = real.find(filter).batchSize(2).cursor()) {
      while (page.size() < 2 && cursor.hasNext()) {
        page.add(cursor.next().toJson());
      }
      DriverServer.shared().clock().advance(seconds);
      naive.bury(now());
      cursor.forEachRemaining(each -> rest.add(each.toJson()));
    }
    List<String> alive = new ArrayList<>(json(naive.matching(filter)));
    assertThat(atFirst).as(this::history).containsAll(page);
    alive.removeAll(page);
    assertThat(rest).as(this::history).containsExactlyInAnyOrderElementsOf(alive);
  }

  /** Finds some, by an order without ties. */
  void find(BsonDocument filter, BsonDocument sort, int skip, int limit, BsonDocument fields) {
    note("find", filter, "sort", sort, skip, limit, fields);
    FindIterable<BsonDocument> find =
        real.find(filter).sort(sort).skip(skip).limit(limit).projection(fields).batchSize(3);
    List<BsonDocument> expected = sorted(naive.matching(filter), sort);
    answers += expected.isEmpty() ? 0 : 1;
    int from = Math.min(skip, expected.size());
    int to = limit == 0 ? expected.size() : Math.min(expected.size(), from + limit);
    assertThat(json(find.into(new ArrayList<>())))
        .as(this::history)
        .isEqualTo(json(projected(expected.subList(from, to), fields)));
  }

  /** Sorts by root fields. */
  static List<BsonDocument> sorted(List<BsonDocument> documents, BsonDocument sort) {
    Comparator<BsonDocument> order = (one, other) -> 0;
    for (Map.Entry<String, BsonValue> each : sort.entrySet()) {
      int direction = each.getValue().asInt32().getValue();
      order =
          order.thenComparing(
              document -> key(document.get(each.getKey()), direction),
              (one, other) -> direction * NaiveOrder.compare(one, other));
    }
    return documents.stream().sorted(order).toList();
  }

  private static BsonValue key(BsonValue value, int direction) {
    if (value instanceof BsonArray array) {
      return array.stream()
          .min((one, other) -> direction * NaiveOrder.compare(one, other))
          .orElse(new BsonUndefined());
    }
    return value == null ? BsonNull.VALUE : value;
  }

  private static List<BsonDocument> projected(List<BsonDocument> documents, BsonDocument fields) {
    return fields == null ? documents : documents.stream().map(each -> only(each, fields)).toList();
  }

  private static BsonDocument only(BsonDocument document, BsonDocument fields) {
    boolean includes =
        fields.entrySet().stream()
            .anyMatch(
                each -> !each.getKey().equals("_id") && each.getValue().asInt32().getValue() == 1);
    BsonDocument result = document.clone();
    result
        .keySet()
        .removeIf(
            name -> {
              boolean stays = name.equals("_id") || !includes;
              return fields.getInt32(name, new BsonInt32(stays ? 1 : 0)).getValue() == 0;
            });
    return result;
  }

  void count(BsonDocument filter) {
    note("count", filter);
    int expected = naive.matching(filter).size();
    assertThat(real.countDocuments(filter)).as(this::history).isEqualTo(expected);
    assertThat(database.runCommand(command("count").append("query", filter)).get("n"))
        .as(this::history)
        .isEqualTo(expected);
  }

  void distinct(String field, BsonDocument filter) {
    note("distinct", field, filter);
    List<BsonValue> expected = new ArrayList<>();
    for (BsonDocument each : naive.matching(filter)) {
      BsonValue value = each.get(field);
      List<BsonValue> values = value instanceof BsonArray array ? array : nullable(value);
      values.stream().filter(one -> !holds(expected, one)).forEach(expected::add);
    }
    BsonDocument command = command("distinct").append("key", new BsonString(field));
    List<BsonValue> found =
        database.runCommand(command.append("query", filter), BsonDocument.class).getArray("values");
    assertThat(found).as(this::history).hasSameSizeAs(expected);
    assertThat(found).as(this::history).allMatch(each -> holds(expected, each));
  }

  private static List<BsonValue> nullable(BsonValue value) {
    return value == null ? List.of() : List.of(value);
  }

  private static boolean holds(List<BsonValue> values, BsonValue value) {
    return values.stream().anyMatch(each -> NaiveOrder.compare(each, value) == 0);
  }

  void aggregate(List<BsonDocument> stages, BothSides foreign) {
    note("aggregate", stages);
    List<BsonDocument> expected = new NaivePipeline(foreign.naive.all()).run(stages, naive.all());
    answers += expected.isEmpty() ? 0 : 1;
    List<BsonDocument> found = real.aggregate(stages).batchSize(3).into(new ArrayList<>());
    expected.forEach(BothSides::orderJoined);
    found.forEach(BothSides::orderJoined);
    assertThat(found).as(this::history).isEqualTo(expected);
  }

  /** What a join found, under the name r, comes in the order of whatever index was read. */
  private static void orderJoined(BsonValue value) {
    if (value instanceof BsonArray array) {
      array.forEach(BothSides::orderJoined);
    } else if (value instanceof BsonDocument document) {
      document.values().forEach(BothSides::orderJoined);
      if (document.get("r") instanceof BsonArray joined) {
        joined.sort(Comparator.comparing(each -> each.asDocument().getInt32("_id").getValue()));
      }
    }
  }
}
