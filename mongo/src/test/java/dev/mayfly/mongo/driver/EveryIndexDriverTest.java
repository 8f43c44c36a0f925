package dev.mayfly.mongo.driver;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.MongoException;
import com.mongodb.client.ClientSession;
import com.mongodb.client.FindIterable;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.IndexOptions;
import com.mongodb.client.model.ReplaceOptions;
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
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
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
  private static final double DOUBT = 1e-6;
  private static final String[] WORDS = HistoryDocuments.WORDS;
  private static final List<String> KINDS =
      List.of(
          "{n: 1}",
          "{n: -1, s: 1}",
          "{tags: 1, n: 1}",
          "{s: 'hashed'}",
          "{'$**': 1}",
          "{text: 'text'}",
          "{n: 1, text: 'text'}",
          "{at: '2dsphere'}",
          "{at: '2dsphere', n: 1}",
          "{xy: '2d'}");

  private final Random random = Seeds.random(EveryIndexDriverTest.class);
  private final HistoryDocuments documents = new HistoryDocuments(random);
  private final MovableClock clock = MovableClock.frozenAt(1_800_000_000L);
  @TempDir private Path directory;
  private HistoryModel model;
  private MongoCollection<Document> collection;
  private Party outside;
  private final List<Party> parties = new ArrayList<>();
  private boolean words;
  private boolean wordsOfOne;
  private boolean sphere;
  private boolean plane;
  private int conflicts;
  private int commits;
  private int found;

  /** Somebody who writes and reads: in a session, or without one. */
  private final class Party {
    private final ClientSession session;
    private HistoryModel.Open open;

    Party(ClientSession session) {
      this.session = session;
    }

    FindIterable<Document> find(Document filter) {
      return open == null ? collection.find(filter) : collection.find(session, filter);
    }
  }

  @Test
  void everyAnswerIsThatOfTheModel() throws Exception {
    long spills = 0;
    for (int round = 0; round < Rounds.of(4, 60); round++) {
      spills += round();
    }
    assertThat(spills).as("sorts and groups on disk").isPositive();
    assertThat(conflicts).as("conflicts").isPositive();
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
          outside = new Party(null);
          parties.clear();
          parties.addAll(List.of(outside, new Party(one), new Party(other)));
          for (int step = 0; step < STEPS; step++) {
            step(engine);
          }
          for (Party each : parties) {
            if (each.open != null) {
              end(each);
            }
            all(each);
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
    return space.spills();
  }

  private void prepare(MongoClient client) {
    model = new HistoryModel();
    collection = client.getDatabase("d").getCollection("c");
    collection.createIndex(
        new Document("_ts", 1),
        new IndexOptions().expireAfter((long) HistoryModel.DEFAULT_TTL, TimeUnit.SECONDS));
    for (String parameter :
        List.of(
            "internalQueryMaxBlockingSortMemoryUsageBytes",
            "internalDocumentSourceGroupMaxMemoryBytes")) {
      client
          .getDatabase("admin")
          .runCommand(new Document("setParameter", 1).append(parameter, LIMIT_BYTES));
    }
    for (int i = random.nextInt(IDS); i > 0; i--) {
      write(outsideParty(), random.nextInt(IDS));
    }
    List<String> kinds = new ArrayList<>(KINDS);
    Collections.shuffle(kinds, random);
    words = false;
    wordsOfOne = false;
    sphere = false;
    plane = false;
    for (String kind : kinds.subList(0, 4 + random.nextInt(4))) {
      boolean text = kind.contains("'text'");
      if (text && words) {
        continue;
      }
      words |= text;
      wordsOfOne |= text && kind.startsWith("{n");
      sphere |= kind.contains("sphere");
      plane |= kind.contains("'2d'");
      IndexOptions options = new IndexOptions();
      if (text) {
        options.defaultLanguage("none");
      } else if (random.nextInt(4) == 0 && kind.startsWith("{n")) {
        options.partialFilterExpression(Document.parse("{n: {$gt: 2}}"));
      } else if (random.nextInt(4) == 0 && kind.startsWith("{n")) {
        options.sparse(true);
      }
      collection.createIndex(Document.parse(kind), options);
    }
    collection.createIndex(new Document("unique", 1), new IndexOptions().unique(true));
  }

  private Party outsideParty() {
    return new Party(null);
  }

  private long now() {
    return clock.epochSecond();
  }

  private void step(Engine engine) {
    Party party = parties.get(random.nextInt(parties.size()));
    switch (random.nextInt(10)) {
      case 0 -> clock.advance(random.nextInt(6));
      case 1 -> {
        if (party.session != null && party.open == null) {
          party.session.startTransaction();
          party.open = model.begin();
          all(party);
        } else if (party.open != null) {
          end(party);
        }
      }
      case 2 -> {
        if (random.nextInt(4) == 0) {
          engine.background().catchUp();
        }
      }
      case 3, 4, 5, 6 -> write(party, random.nextInt(IDS));
      default -> read(party);
    }
  }

  private void end(Party party) {
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

  private void lost(Party party) {
    conflicts++;
    if (party.session.hasActiveTransaction()) {
      party.session.abortTransaction();
    }
    party.open.end(false, now());
    party.open = null;
  }

  private void write(Party party, int id) {
    if (party.open == null && model.isLocked(id)) {
      return;
    }
    Document before = model.visible(party.open, id, now());
    boolean doomed = party.open != null && party.open.isDoomed(now());
    Document after = before;
    Document key = new Document("_id", id);
    Document change = null;
    int kind = random.nextInt(5);
    if (kind == 0) {
      after = null;
    } else if (kind < 3) {
      change =
          new Document("text", documents.text())
              .append("n", random.nextInt(8))
              .append("at", documents.place());
      if (before != null) {
        after = new Document(before);
        after.putAll(change);
      }
    } else {
      after = documents.document(id);
    }
    boolean writes = kind >= 3 || before != null;
    boolean conflict = doomed || writes && party.open != null && party.open.conflicts(id, now());
    try {
      if (kind == 0) {
        long deleted =
            (party.open == null
                    ? collection.deleteOne(key)
                    : collection.deleteOne(party.session, key))
                .getDeletedCount();
        assertThat(deleted).isEqualTo(before == null ? 0 : 1);
      } else if (kind < 3) {
        Document set = new Document("$set", change);
        long matched =
            (party.open == null
                    ? collection.updateOne(key, set)
                    : collection.updateOne(party.session, key, set))
                .getMatchedCount();
        assertThat(matched).isEqualTo(before == null ? 0 : 1);
      } else {
        ReplaceOptions upsert = new ReplaceOptions().upsert(true);
        if (party.open == null) {
          collection.replaceOne(key, after, upsert);
        } else {
          collection.replaceOne(party.session, key, after, upsert);
        }
      }
    } catch (MongoException e) {
      assertThat(conflict).as("refused: " + e.getMessage()).isTrue();
      assertThat(e.getCode()).as(e.getMessage()).isEqualTo(112);
      lost(party);
      return;
    }
    assertThat(conflict).as("a write to " + id + " that must conflict").isFalse();
    if (writes && party.open == null) {
      model.write(id, after, now());
    } else if (writes) {
      party.open.write(id, after, now());
    }
  }

  private void read(Party party) {
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
    int n = random.nextInt(8);
    switch (random.nextInt(9)) {
      case 0 -> filtered(party, "{n: " + n + "}", each -> each.getInteger("n") == n);
      case 1 ->
          filtered(
              party,
              "{n: {$gt: 2, $lte: " + n + "}}",
              each -> each.getInteger("n") > 2 && each.getInteger("n") <= n);
      case 2 ->
          filtered(
              party,
              "{tags: " + n % 4 + "}",
              each -> each.getList("tags", Integer.class).contains(n % 4));
      case 3 -> {
        String s = WORDS[n % WORDS.length];
        filtered(party, "{s: '" + s + "'}", each -> each.getString("s").equals(s));
      }
      case 4 -> words(party, n);
      case 5 -> plane(party);
      case 6 -> sphere(party);
      case 7 -> grouped(party);
      default -> all(party);
    }
  }

  private void filtered(Party party, String filter, Predicate<Document> condition) {
    List<Document> expected = model.visible(party.open, now());
    expected.removeIf(condition.negate());
    List<Document> answer = party.find(Document.parse(filter)).batchSize(7).into(new ArrayList<>());
    answer.sort(Comparator.comparing(each -> each.getInteger("_id")));
    assertThat(answer).as(filter).isEqualTo(expected);
    found += answer.size();
  }

  private void words(Party party, int n) {
    if (words) {
      String word = WORDS[random.nextInt(WORDS.length)];
      String prefix = wordsOfOne ? "n: " + n + ", " : "";
      filtered(
          party,
          "{" + prefix + "$text: {$search: '" + word + "'}}",
          each ->
              List.of(each.getString("text").split(" ")).contains(word)
                  && (!wordsOfOne || each.getInteger("n") == n));
    }
  }

  private void plane(Party party) {
    int x = random.nextInt(20) - 10;
    int y = random.nextInt(20) - 10;
    filtered(
        party,
        "{xy: {$geoWithin: {$box: [[%d, %d], [%d, %d]]}}}".formatted(x, y, x + 5, y + 8),
        each -> {
          List<Integer> at = each.getList("xy", Integer.class);
          return at.get(0) >= x && at.get(0) <= x + 5 && at.get(1) >= y && at.get(1) <= y + 8;
        });
    if (plane) {
      nearest(party, "xy", List.of(x + 0.25, y + 0.125), HistoryDocuments::flat);
    }
  }

  private void sphere(Party party) {
    List<Double> from = documents.place().getList("coordinates", Double.class);
    double radius = random.nextDouble() * 2;
    boolean doubtful =
        model.visible(party.open, now()).stream()
            .anyMatch(each -> Math.abs(HistoryDocuments.angle(from, each) - radius) < DOUBT);
    if (!doubtful) {
      filtered(
          party,
          "{at: {$geoWithin: {$centerSphere: [%s, %s]}}}".formatted(from, radius),
          each -> HistoryDocuments.angle(from, each) <= radius);
    }
    if (sphere) {
      nearest(party, "at", from, HistoryDocuments::angle);
    }
  }

  private interface Distance {
    double of(List<Double> from, Document document);
  }

  private void nearest(Party party, String field, List<Double> from, Distance distance) {
    List<Document> expected = model.visible(party.open, now());
    expected.sort(Comparator.comparingDouble(each -> distance.of(from, each)));
    int count = Math.min(expected.size(), 1 + random.nextInt(8));
    String operator = field.equals("at") ? "$nearSphere" : "$near";
    List<Document> answer =
        party
            .find(new Document(field, new Document(operator, from)))
            .limit(count)
            .batchSize(2)
            .into(new ArrayList<>());
    assertThat(answer).hasSize(count);
    for (int i = 0; i < count; i++) {
      // Those at the same distance may come in any order.
      assertThat(distance.of(from, answer.get(i)))
          .isCloseTo(
              distance.of(from, expected.get(i)), org.assertj.core.api.Assertions.within(DOUBT));
      assertThat(expected).contains(answer.get(i));
    }
    found += count;
  }

  /** Groups of whole documents, which do not fit into memory. */
  private void grouped(Party party) {
    Map<Integer, List<Integer>> expected = new TreeMap<>();
    for (Document each : model.visible(party.open, now())) {
      expected
          .computeIfAbsent(each.getInteger("n"), any -> new ArrayList<>())
          .add(each.getInteger("_id"));
    }
    List<Document> stages =
        List.of(
            Document.parse("{$sort: {_id: 1}}"),
            Document.parse("{$group: {_id: '$n', ids: {$push: '$_id'}, pad: {$max: '$pad'}}}"));
    Map<Integer, List<Integer>> answer = new TreeMap<>();
    (party.open == null
            ? collection.aggregate(stages)
            : collection.aggregate(party.session, stages))
        .forEach(each -> answer.put(each.getInteger("_id"), each.getList("ids", Integer.class)));
    assertThat(answer).isEqualTo(expected);
  }

  /** All documents, by a sort that does not fit into memory. */
  private void all(Party party) {
    if (party.open != null && party.open.isDoomed(now())) {
      return;
    }
    List<Document> expected = model.visible(party.open, now());
    Comparator<Document> order = Comparator.comparing(each -> each.getString("text"));
    expected.sort(order.thenComparing(each -> -each.getInteger("_id")));
    assertThat(
            party
                .find(new Document())
                .sort(Document.parse("{text: 1, _id: -1}"))
                .batchSize(5)
                .into(new ArrayList<>()))
        .isEqualTo(expected);
    found += expected.size();
  }
}
