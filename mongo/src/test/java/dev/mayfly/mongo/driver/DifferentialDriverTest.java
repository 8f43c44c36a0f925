package dev.mayfly.mongo.driver;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.IndexOptions;
import dev.mayfly.mongo.aggregate.RandomPipelines;
import dev.mayfly.mongo.random.RandomDocuments;
import dev.mayfly.mongo.random.RandomFilters;
import dev.mayfly.mongo.random.RandomUpdates;
import dev.mayfly.testkit.Rule;
import dev.mayfly.testkit.Seeds;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.bson.BsonArray;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.BsonDouble;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Random calls through the driver, while time passes, are answered as the naive evaluators answer
 * them. The seed that is printed repeats a run.
 */
@Rule({"A5", "A7", "A8", "B1", "B2", "B5", "D3", "D4", "D5", "D6"})
class DifferentialDriverTest {
  private static final int ROUNDS = 12;
  private static final int STEPS = 60;
  private static final int IDS = 24;
  private static final List<String> FIELDS = List.of("a", "b", "c");
  private static final List<String> INDEXES =
      List.of(
          "{a: 1}",
          "{b: -1}",
          "{'a.b': 1}",
          "{c: 1, _id: -1}",
          "{a: 1, ttl: -1}",
          "{ttl: 1, b: 1}",
          "{'a.b': -1, ttl: 1, _id: 1}",
          "{at: 1, c: -1}",
          "{'$**': 1}",
          "{ttl: 1}",
          "{'0': 1}");
  private static final List<String> PARTIAL =
      List.of(
          "{a: {$gt: 0}}",
          "{b: {$exists: true}}",
          "{_id: {$lt: 15}}",
          "{c: {$in: [0, 1, 'a']}}",
          "{$or: [{a: 1}, {b: {$gte: ''}}]}");
  private static final BsonDocument BY_ID = BsonDocument.parse("{$sort: {_id: 1}}");

  private final Random random = Seeds.random(DifferentialDriverTest.class);
  private final RandomDocuments documents = new RandomDocuments(random);
  private final RandomFilters filters = new RandomFilters(documents);
  private final RandomUpdates updates = new RandomUpdates(documents);
  private final RandomPipelines pipelines = new RandomPipelines(random);
  private BothWrites both;
  private int answers;
  private int refusals;
  private int deaths;

  @BeforeEach
  void thePurgeMayRest() {
    if (random.nextBoolean()) {
      DriverServer.shared().engine().background().pause();
    }
  }

  @AfterEach
  void thePurgeContinues() {
    DriverServer.shared().engine().background().resume();
  }

  @Test
  void randomCallsAreAnsweredAsByTheNaiveEvaluators() {
    for (int round = 0; round < ROUNDS; round++) {
      begin();
      play();
    }
    allOccurred();
  }

  @Test
  void indexesChangeNoAnswer() {
    for (int round = 0; round < ROUNDS; round++) {
      begin();
      if (dice(2) == 0) {
        both.unique(documents.any(FIELDS), dice(3) > 0);
      }
      indexes(both);
      play();
    }
    allOccurred();
  }

  @Test
  void randomPipelinesAreAnsweredAsByTheNaiveOnes() {
    for (int round = 0; round < ROUNDS; round++) {
      List<String> history = new ArrayList<>();
      MongoDatabase database = DriverServer.shared().database();
      both = new BothWrites(database, "c", history);
      BothWrites foreign = new BothWrites(database, "f", history);
      both.ttl(seconds());
      foreign.ttl(seconds());
      indexes(both);
      indexes(foreign);
      for (int step = 0; step < STEPS; step++) {
        switch (dice(8)) {
          case 0 -> pass(both, foreign);
          case 1 -> both.insert(some(() -> mortal(pipelines.document(dice(IDS)))));
          case 2 -> foreign.insert(some(() -> mortal(pipelines.document(dice(IDS)))));
          case 3 -> both.deleteOne(one(new BsonDocument()));
          default -> both.aggregate(pipeline(), foreign);
        }
      }
      answers += both.answers();
      deaths += both.naive.deaths() + foreign.naive.deaths();
    }
    assertThat(answers).isGreaterThan(ROUNDS / 3);
    assertThat(deaths).isGreaterThan(ROUNDS / 3);
  }

  private int dice(int sides) {
    return random.nextInt(sides);
  }

  private void begin() {
    both = new BothWrites(DriverServer.shared().database(), "c", new ArrayList<>());
    both.ttl(seconds());
    if (dice(3) == 0) {
      both.dateTtl(dice(20));
    }
  }

  private Integer seconds() {
    return documents.any(Arrays.asList(null, -1, 5 + dice(40), 5 + dice(40)));
  }

  private void indexes(BothWrites of) {
    List<String> some = new ArrayList<>(INDEXES);
    Collections.shuffle(some, random);
    for (String keys : some.subList(0, 1 + dice(3))) {
      boolean sparse = dice(4) == 0 && !keys.contains("$");
      of.index(BsonDocument.parse(keys), new IndexOptions().sparse(sparse));
    }
    if (dice(3) == 0) {
      of.index(
          BsonDocument.parse("{b: 1}"),
          new IndexOptions()
              .name("partial")
              .partialFilterExpression(BsonDocument.parse(documents.any(PARTIAL))));
    }
  }

  private void play() {
    for (int step = 0; step < STEPS; step++) {
      if (dice(2) == 0) {
        write();
      } else {
        read();
      }
      if (dice(6) == 0) {
        pass(both);
      }
      if (dice(5) == 0) {
        both.same();
      }
    }
    both.same();
    answers += both.answers();
    refusals += both.refusals();
    deaths += both.naive.deaths();
  }

  private void allOccurred() {
    assertThat(answers).as("reads that find something").isGreaterThan(ROUNDS / 3);
    assertThat(refusals).isGreaterThan(ROUNDS / 3);
    assertThat(deaths).isGreaterThan(ROUNDS / 3);
  }

  private void pass(BothWrites... all) {
    int seconds = dice(10);
    DriverServer.shared().clock().advance(seconds);
    for (BothWrites each : all) {
      each.note("seconds pass:", seconds);
      each.naive.bury(BothSides.now());
      if (dice(8) == 0) {
        each.ttl(seconds());
      }
    }
  }

  private void write() {
    boolean upsert = dice(3) == 0;
    BsonDocument wanted = upsert ? plain() : filter();
    switch (dice(10)) {
      case 0, 1, 2, 3 -> both.insert(some(this::document));
      case 4, 5 -> both.updateOne(upsert ? wanted : one(wanted), update(), upsert);
      case 6 -> both.updateMany(filter(), updates.next());
      case 7 -> both.findAndUpdate(wanted, sort(), update(), upsert, random.nextBoolean());
      case 8 -> both.deleteOne(one(filter()));
      default -> deleteAnother();
    }
  }

  private void deleteAnother() {
    if (dice(3) == 0) {
      both.deleteMany(filter());
    } else {
      both.findAndDelete(filter(), sort());
    }
  }

  private void read() {
    switch (dice(6)) {
      case 0 -> both.find(filter(), fields(), 2 + dice(5));
      case 5 -> both.findSlowly(filter(), dice(6));
      case 1, 2 -> both.find(filter(), sort(), dice(4), dice(6), fields());
      case 3 -> both.count(filter());
      default -> both.distinct(documents.any(FIELDS), filter());
    }
  }

  private List<BsonDocument> some(Supplier<BsonDocument> maker) {
    return Stream.generate(maker).limit(1 + dice(4)).toList();
  }

  private BsonDocument document() {
    BsonDocument document = documents.next();
    document.put("_id", new BsonInt32(dice(IDS)));
    if (dice(3) == 0) {
      document.put("at", new BsonDateTime((BothSides.now() + dice(40)) * 1000 - dice(2)));
    }
    return mortal(document);
  }

  /** Gives a document a ttl, perhaps. */
  private BsonDocument mortal(BsonDocument document) {
    if (dice(2) == 0) {
      document.put("ttl", ttl());
    }
    return document;
  }

  private BsonValue ttl() {
    int seconds = 1 + dice(30);
    return switch (dice(9)) {
      case 0 -> new BsonInt32(-1);
      case 1 -> new BsonInt64(seconds);
      case 2 -> new BsonDouble(seconds);
      case 3 -> new BsonDouble(seconds + 0.5);
      case 4 -> new BsonString("5");
      case 5 -> new BsonInt32(-dice(3));
      case 6 -> new BsonArray(List.of(new BsonInt32(seconds)));
      default -> new BsonInt32(seconds);
    };
  }

  private BsonDocument filter() {
    return switch (dice(8)) {
      case 0 -> new BsonDocument();
      case 1 -> new BsonDocument("_id", new BsonInt32(dice(IDS)));
      case 2 -> BsonDocument.parse("{_id: {$gt: " + dice(IDS) + "}}");
      case 3 -> {
        BsonArray ids = new BsonArray();
        Stream.generate(() -> new BsonInt32(dice(IDS))).limit(dice(6)).forEach(ids::add);
        yield new BsonDocument("_id", new BsonDocument("$in", ids));
      }
      default -> filters.next();
    };
  }

  /** A filter that an upsert takes values from. */
  private BsonDocument plain() {
    BsonDocument filter = new BsonDocument("_id", new BsonInt32(dice(IDS)));
    if (dice(2) == 0) {
      filter.put(documents.any(FIELDS), documents.value());
    }
    return filter;
  }

  /** A filter that matches no more than one document of those that the given one matches. */
  private BsonDocument one(BsonDocument filter) {
    List<BsonDocument> matched = both.naive.matching(filter);
    if (matched.size() < 2) {
      return filter;
    }
    BsonDocument id = new BsonDocument("_id", documents.any(matched).get("_id"));
    return filter.isEmpty() ? id : new BsonDocument("$and", new BsonArray(List.of(filter, id)));
  }

  private BsonDocument update() {
    return switch (dice(8)) {
      case 0 -> replacement();
      case 1 -> new BsonDocument("$set", new BsonDocument("ttl", ttl()));
      case 2 -> BsonDocument.parse("{$unset: {ttl: 1}}");
      default -> updates.next();
    };
  }

  private BsonDocument replacement() {
    BsonDocument replacement = document();
    if (dice(4) > 0) {
      replacement.remove("_id");
    }
    return replacement;
  }

  /** By one field that may be an array, and no ties. */
  private BsonDocument sort() {
    BsonDocument sort = new BsonDocument();
    if (dice(4) > 0) {
      sort.put(documents.any(FIELDS), direction());
    }
    return sort.append("_id", direction());
  }

  private BsonInt32 direction() {
    return new BsonInt32(dice(2) * 2 - 1);
  }

  private BsonDocument fields() {
    return switch (dice(6)) {
      case 0 -> BsonDocument.parse("{a: 1, c: 1}");
      case 1 -> BsonDocument.parse("{a: 1, _id: 0}");
      case 2 -> BsonDocument.parse("{b: 0, ttl: 0}");
      default -> null;
    };
  }

  private List<BsonDocument> pipeline() {
    List<BsonDocument> stages = new ArrayList<>();
    if (dice(2) == 0) {
      stages.add(new BsonDocument("$match", filter()));
    }
    stages.add(BY_ID);
    stages.addAll(pipelines.next());
    return stages;
  }
}
