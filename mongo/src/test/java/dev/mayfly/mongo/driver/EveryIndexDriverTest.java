package dev.mayfly.mongo.driver;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.MongoException;
import com.mongodb.client.ClientSession;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.IndexOptions;
import dev.mayfly.engine.Engine;
import dev.mayfly.engine.check.Verifier;
import dev.mayfly.engine.clock.MovableClock;
import dev.mayfly.engine.storage.Storage;
import dev.mayfly.mongo.MongoOptions;
import dev.mayfly.mongo.MongoServer;
import dev.mayfly.mongo.filter.FilterItemFilters;
import dev.mayfly.net.port.Network;
import dev.mayfly.query.memory.MemoryPool;
import dev.mayfly.query.spill.SpillSpace;
import dev.mayfly.testkit.Rounds;
import dev.mayfly.testkit.Rule;
import dev.mayfly.testkit.Seeds;
import dev.mayfly.testkit.storage.MemoryStorage;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.bson.Document;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Random writes and reads while time passes, in up to two transactions and outside, with indexes of
 * every kind and sorts that do not fit into memory: every answer is that of a model without
 * indexes, and the store is sound at the end.
 */
@Rule({"B2", "D3", "D6"})
@Timeout(300)
class EveryIndexDriverTest {
  private static final int IDS = 30;
  private static final int STEPS = 160;
  private static final int LIMIT_BYTES = 8_000;
  private static final List<String> KINDS =
      List.of(
          "{n: 1}",
          "{n: -1, s: 1}",
          "{tags: 1, n: 1}",
          "{'items.k': 1, 'items.v': -1}",
          "{s: 'hashed'}",
          "{s: 'hashed', n: -1}",
          "{'$**': 1}",
          "{text: 'text'}",
          "{n: 1, text: 'text'}",
          "{at: '2dsphere'}",
          "{at: '2dsphere', n: 1}",
          "{xy: '2d'}",
          "{xy: '2d', s: 1}");

  /** What one of these indexes holds of documents; the last two hold all. */
  private static final List<String> PARTS =
      List.of(
          "{sparse: true}",
          "{partialFilterExpression: {n: {$gt: 2}}}",
          "{partialFilterExpression: {s: {$exists: true}}}",
          "{partialFilterExpression: {tags: 1}}",
          "{}",
          "{}");

  private final Random random = Seeds.random(EveryIndexDriverTest.class);
  private final HistoryDocuments documents = new HistoryDocuments(random);
  private final HistoryFilters filters = new HistoryFilters(random);
  private final MovableClock clock = MovableClock.frozenAt(1_800_000_000L);
  @TempDir private Path directory;
  private HistoryModel model;
  private HistoryReads reads;
  private MongoDatabase database;
  private MongoCollection<Document> collection;
  private HistoryParty outside;
  private final List<HistoryParty> parties = new ArrayList<>();
  private boolean words;
  private boolean wordsOfOne;
  private boolean sphere;
  private boolean plane;
  private int conflicts;
  private int duplicates;
  private int commits;
  private int found;

  @Test
  void everyAnswerIsThatOfTheModel() throws Exception {
    long spills = 0;
    for (int round = 0; round < Rounds.of(4, 60); round++) {
      spills += round();
    }
    assertThat(spills).as("sorts and groups on disk").isPositive();
    assertThat(conflicts).as("conflicts").isPositive();
    assertThat(duplicates).as("unique values that were taken").isPositive();
    assertThat(commits).as("commits").isPositive();
    assertThat(found).as("documents found").isGreaterThan(100);
  }

  private long round() throws Exception {
    SpillSpace space = SpillSpace.in(directory, 50 << 20, 0);
    try (Storage storage = new MemoryStorage()) {
      Engine engine = Engine.open(storage, clock, DriverServer.engineOptions());
      try (Network network = Network.ofMachine();
          MongoServer server =
              MongoServer.start(
                  engine, MongoOptions.defaults(), network, new MemoryPool(100 << 20, space));
          MongoClient client =
              MongoClients.create("mongodb://localhost:" + server.port() + "/?retryWrites=false")) {
        prepare(client);
        try (ClientSession one = client.startSession();
            ClientSession other = client.startSession()) {
          parties.clear();
          parties.addAll(
              List.of(
                  outside, new HistoryParty(collection, one), new HistoryParty(collection, other)));
          for (int step = 0; step < STEPS; step++) {
            step(engine);
          }
          for (HistoryParty each : parties) {
            if (each.open != null) {
              end(each);
            }
            reads.all(each);
          }
        }
        assertThat(engine.openTransactions()).isZero();
        engine.background().catchUp();
        List<String> problems = new ArrayList<>();
        new Verifier(storage, new FilterItemFilters()).check(problems::add);
        assertThat(problems).isEmpty();
      } finally {
        engine.close();
      }
    }
    assertThat(space.openFiles()).isZero();
    found += reads.found();
    return space.spills();
  }

  private void prepare(MongoClient client) {
    int uniqueAbove = random.nextBoolean() ? -1 : HistoryDocuments.UNIQUE / 4;
    Integer dieAbove = random.nextBoolean() ? null : 3;
    int dieAfter = random.nextInt(6);
    model = new HistoryModel(new HistoryModel.Rules(uniqueAbove, dieAfter, dieAbove));
    reads = new HistoryReads(random, clock, model);
    database = client.getDatabase("d");
    collection = database.getCollection("c");
    collection.createIndex(
        new Document("_ts", 1),
        new IndexOptions().expireAfter((long) HistoryModel.DEFAULT_TTL, TimeUnit.SECONDS));
    IndexOptions dates = new IndexOptions().expireAfter((long) dieAfter, TimeUnit.SECONDS);
    if (dieAbove != null) {
      dates.partialFilterExpression(above("n", dieAbove));
    }
    collection.createIndex(new Document("dies", 1), dates);
    IndexOptions unique = new IndexOptions().unique(true);
    if (uniqueAbove < 0) {
      unique.sparse(true);
    } else {
      unique.partialFilterExpression(above("unique", uniqueAbove));
    }
    collection.createIndex(new Document("unique", 1), unique);
    for (String parameter :
        List.of(
            "internalQueryMaxBlockingSortMemoryUsageBytes",
            "internalDocumentSourceGroupMaxMemoryBytes")) {
      client
          .getDatabase("admin")
          .runCommand(new Document("setParameter", 1).append(parameter, LIMIT_BYTES));
    }
    outside = new HistoryParty(collection, null);
    for (int i = random.nextInt(IDS); i > 0; i--) {
      write(outside);
    }
    indexes();
  }

  private static Document above(String field, int value) {
    return new Document(field, new Document("$gt", value));
  }

  private void indexes() {
    List<String> kinds = new ArrayList<>(KINDS);
    Collections.shuffle(kinds, random);
    words = false;
    wordsOfOne = false;
    sphere = false;
    plane = false;
    for (String kind : kinds.subList(0, 5 + random.nextInt(4))) {
      boolean text = kind.contains("'text'");
      boolean flat = kind.contains("'2d'");
      if (text && words || flat && plane) {
        continue;
      }
      words |= text;
      wordsOfOne |= text && kind.startsWith("{n");
      sphere |= kind.contains("sphere");
      plane |= flat;
      Document index = new Document("key", Document.parse(kind)).append("name", kind);
      if (text) {
        index.append("default_language", "none");
      } else if (!kind.contains("2d") && !kind.contains("$")) {
        index.putAll(Document.parse(PARTS.get(random.nextInt(PARTS.size()))));
      }
      database.runCommand(new Document("createIndexes", "c").append("indexes", List.of(index)));
    }
  }

  private long now() {
    return clock.epochSecond();
  }

  private void step(Engine engine) {
    HistoryParty party = parties.get(random.nextInt(parties.size()));
    switch (random.nextInt(10)) {
      case 0 -> clock.advance(random.nextInt(6));
      case 1 -> {
        if (party.session != null && party.open == null) {
          party.session.startTransaction();
          party.open = model.begin();
          reads.all(party);
        } else if (party.open != null) {
          end(party);
        }
      }
      case 2 -> {
        if (random.nextInt(4) == 0) {
          engine.background().catchUp();
        }
      }
      case 3, 4, 5 -> write(party);
      case 6 -> writeMany(party);
      default -> read(party);
    }
  }

  private void end(HistoryParty party) {
    boolean commit = random.nextInt(4) > 0;
    boolean doomed = party.open.isDoomed(now());
    try {
      if (commit) {
        party.session.commitTransaction();
        assertThat(doomed).as("committed after a document had died").isFalse();
        commits++;
      } else {
        party.session.abortTransaction();
      }
      party.open.end(commit, now());
    } catch (MongoException e) {
      assertThat(e.getCode()).as(e.getMessage()).isIn(112, 251);
      assertThat(doomed).as("a commit that is refused: " + e.getMessage()).isTrue();
      lost(party);
    }
    party.open = null;
  }

  private void lost(HistoryParty party) {
    if (party.open == null) {
      return;
    }
    conflicts++;
    if (party.session.hasActiveTransaction()) {
      party.session.abortTransaction();
    }
    party.open.end(false, now());
    party.open = null;
  }

  private void write(HistoryParty party) {
    int id = random.nextInt(IDS);
    Document before = model.visible(party.open, id, now());
    Document after = before;
    Document key = new Document("_id", id);
    Document change = null;
    int kind = random.nextInt(5);
    if (kind == 0) {
      after = null;
    } else if (kind < 3) {
      change = documents.change();
      if (before != null) {
        after = new Document(before);
        after.putAll(change);
      }
    } else {
      after = documents.document(id, now());
    }
    if (party.open == null && model.mayWait(id, after)) {
      return;
    }
    boolean taken = model.isTaken(party.open, id, after, now());
    boolean perhaps = party.open != null && model.mayBeRefused(party.open, id, after, now());
    Map<Integer, Document> changes = new TreeMap<>();
    if (kind >= 3 || before != null) {
      changes.put(id, after);
    }
    boolean conflict = conflicts(party, changes);
    try {
      if (kind == 0) {
        assertThat(party.delete(key)).isEqualTo(before != null);
      } else if (kind < 3) {
        assertThat(party.update(key, new Document("$set", change))).isEqualTo(before != null);
      } else {
        party.replace(key, after);
      }
    } catch (MongoException e) {
      assertThat(conflict || taken || perhaps).as("refused: " + e.getMessage()).isTrue();
      assertThat(e.getCode()).as(e.getMessage()).isIn(taken ? List.of(112, 11000) : List.of(112));
      duplicates += e.getCode() == 11000 ? 1 : 0;
      lost(party);
      return;
    }
    assertThat(conflict || taken).as("a write to " + id + " that must be refused").isFalse();
    accept(party, changes);
  }

  /** Whether something is to be written that another transaction has written, or time killed. */
  private boolean conflicts(HistoryParty party, Map<Integer, Document> changes) {
    return party.open != null
        && (party.open.isDoomed(now())
            || changes.keySet().stream().anyMatch(id -> party.open.conflicts(id, now())));
  }

  private void accept(HistoryParty party, Map<Integer, Document> changes) {
    changes.forEach(
        (id, after) -> {
          if (party.open == null) {
            model.write(id, after, now());
          } else {
            party.open.write(id, after, now());
          }
        });
  }

  /** Changes or deletes whatever a filter selects. */
  private void writeMany(HistoryParty party) {
    HistoryFilters.Filter filter = filters.next();
    boolean delete = random.nextInt(4) == 0;
    Map<Integer, Document> changes = new TreeMap<>();
    for (Document each : model.visible(party.open, now())) {
      if (filter.selects().test(each)) {
        Document after = new Document(each).append("c", each.getInteger("c", 0) + 1);
        changes.put(each.getInteger("_id"), delete ? null : after);
      }
    }
    if (party.open == null
        && changes.entrySet().stream().anyMatch(each -> model.mayWait(each.getKey(), null))) {
      return;
    }
    boolean conflict = conflicts(party, changes);
    try {
      Document one = new Document("$inc", new Document("c", 1));
      assertThat(
              delete
                  ? party.deleteMany(filter.document())
                  : party.updateMany(filter.document(), one))
          .as(filter.document().toJson())
          .isEqualTo(changes.size());
    } catch (MongoException e) {
      assertThat(conflict).as("refused: " + e.getMessage()).isTrue();
      assertThat(e.getCode()).as(e.getMessage()).isEqualTo(112);
      lost(party);
      return;
    }
    assertThat(conflict).as(filter.document() + " must conflict").isFalse();
    accept(party, changes);
  }

  private void read(HistoryParty party) {
    if (party.open != null && party.open.isDoomed(now())) {
      try {
        party.find(new Document()).first();
        assertThat(false).as("a read after a document had died that was written").isTrue();
      } catch (MongoException e) {
        assertThat(e.getCode()).as(e.getMessage()).isEqualTo(112);
        lost(party);
      }
      return;
    }
    switch (random.nextInt(9)) {
      case 0, 1, 2, 3 -> reads.filtered(party, filters.next());
      case 4 -> {
        if (words) {
          reads.filtered(party, filters.words(wordsOfOne));
        }
      }
      case 5 -> reads.plane(party, plane);
      case 6 -> reads.sphere(party, sphere);
      case 7 -> reads.grouped(party);
      default -> reads.all(party);
    }
  }
}
