package dev.mayfly.bench.query;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import dev.mayfly.bench.measure.Report;
import dev.mayfly.bench.measure.Scratch;
import dev.mayfly.bench.measure.Spread;
import dev.mayfly.bench.process.MayflyServer;
import dev.mayfly.bench.process.Pinning;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.bson.Document;

/**
 * Sorts and groups that take several times of the memory they may hold, through the MongoDB port
 * and in PostgreSQL with as much {@code work_mem}. One row comes back, so that the sort is what is
 * measured.
 */
public final class SpillBench {
  /** For the caches of each database: all items fit. */
  private static final int MEMORY_MEGABYTES = 1024;

  /** What a sort or a group may hold: the default of MongoDB. */
  private static final int WORK_MEGABYTES = 100;

  private static final double GOAL = 1;
  private static final int ITEMS = 400_000;
  private static final int QUICK_ITEMS = 300_000;
  private static final int ROUNDS = 7;
  private static final int QUICK_ROUNDS = 3;
  private static final int BATCH = 1000;

  private final Report report;
  private final QueryItems items;
  private final int rounds;

  private SpillBench(Report report, boolean quick) {
    this.report = report;
    this.items = new QueryItems(quick ? QUICK_ITEMS : ITEMS);
    this.rounds = quick ? QUICK_ROUNDS : ROUNDS;
  }

  /** The same question to both. */
  private record Question(String name, List<String> stages, String field, String sql) {}

  /** One result of one question. */
  private interface Asked {
    long once() throws Exception;
  }

  private static List<Question> questions(int count) {
    return List.of(
        new Question(
            "sort",
            List.of("{$sort: {amount: 1}}", "{$skip: " + (count - 1) + "}"),
            "amount",
            "SELECT doc->>'amount', doc FROM items ORDER BY (doc->>'amount')::int OFFSET "
                + (count - 1)),
        new Question(
            "sort-text",
            List.of("{$sort: {customer: 1, id: -1}}", "{$skip: " + (count - 1) + "}"),
            "amount",
            "SELECT doc->>'amount', doc FROM items ORDER BY doc->>'customer', doc->>'id' DESC"
                + " OFFSET "
                + (count - 1)),
        new Question(
            "group",
            List.of(
                "{$group: {_id: '$customer', notes: {$push: '$note'}, total: {$sum: '$amount'}}}",
                "{$group: {_id: null, n: {$sum: {$size: '$notes'}}, most: {$max: '$total'}}}"),
            "n",
            "SELECT sum(array_length(notes, 1)), max(total) FROM (SELECT array_agg(doc->>'note')"
                + " AS notes, sum((doc->>'amount')::int) AS total FROM items"
                + " GROUP BY doc->>'customer') AS grouped"));
  }

  /** Measures and reports all figures. */
  public static void run(Scratch scratch, Report report, boolean quick) throws Exception {
    SpillBench bench = new SpillBench(report, quick);
    // Both are started before this process is pinned, which its children would inherit.
    try (MayflyServer server =
            MayflyServer.start(scratch.directory("mayfly"), "relaxed", MEMORY_MEGABYTES);
        MongoClient client = MongoClients.create("mongodb://localhost:" + server.mongoPort())) {
      MongoCollection<Document> collection = client.getDatabase("bench").getCollection("items");
      Optional<String> missing = PostgresServer.missing();
      if (missing.isPresent()) {
        report.leftOut("sorts and groups beside PostgreSQL", missing.get());
        return;
      }
      try (PostgresServer peer =
              PostgresServer.start(scratch.directory("postgres"), MEMORY_MEGABYTES);
          Connection connection = open(peer);
          Statement statement = connection.createStatement()) {
        PostgresServer.name(report);
        if (Pinning.isPossible()) {
          Pinning.pinClient();
        }
        bench.load(collection);
        bench.load(connection);
        statement.execute("SET work_mem = '" + WORK_MEGABYTES + "MB'");
        for (Question each : questions(bench.items.count())) {
          bench.compare(each, () -> ask(collection, each), () -> ask(statement, each));
        }
        report.progress(
            "mayfly: %s",
            client
                .getDatabase("admin")
                .runCommand(new Document("serverStatus", 1))
                .get("metrics", Document.class)
                .get("query", Document.class)
                .toJson());
      }
    }
  }

  private static Connection open(PostgresServer server) throws SQLException {
    return DriverManager.getConnection(
        "jdbc:postgresql://127.0.0.1:%d/%s?user=%s&reWriteBatchedInserts=true"
            .formatted(server.port(), PostgresServer.DATABASE, PostgresServer.USER));
  }

  private void load(MongoCollection<Document> collection) {
    List<Document> batch = new ArrayList<>();
    for (int i = 0; i < items.count(); i++) {
      batch.add(Document.parse(items.json(i)).append("_id", i));
      if (batch.size() == BATCH || i == items.count() - 1) {
        collection.insertMany(batch);
        batch.clear();
      }
    }
    report.progress("mayfly: %,d items of 1 KB", items.count());
  }

  private void load(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        PreparedStatement insert =
            connection.prepareStatement("INSERT INTO items VALUES (?, ?::jsonb)")) {
      statement.execute("CREATE TABLE items (id text PRIMARY KEY, doc jsonb NOT NULL)");
      for (int i = 0; i < items.count(); i++) {
        insert.setString(1, QueryItems.id(i));
        insert.setString(2, items.json(i));
        insert.addBatch();
        if ((i + 1) % BATCH == 0 || i == items.count() - 1) {
          insert.executeBatch();
        }
      }
      statement.execute("VACUUM (ANALYZE) items");
      statement.execute("CHECKPOINT");
    }
    report.progress("postgres: %,d items of 1 KB", items.count());
  }

  private static long ask(MongoCollection<Document> collection, Question question) {
    List<Document> stages = question.stages().stream().map(Document::parse).toList();
    return ((Number) collection.aggregate(stages).first().get(question.field())).longValue();
  }

  private static long ask(Statement statement, Question question) throws SQLException {
    try (ResultSet row = statement.executeQuery(question.sql())) {
      row.next();
      return row.getLong(1);
    }
  }

  private void compare(Question question, Asked mayfly, Asked postgres) throws Exception {
    long ours = mayfly.once();
    long theirs = postgres.once();
    if (ours != theirs) {
      throw new IllegalStateException(question.name() + ": " + ours + ", and not " + theirs);
    }
    List<Double> ratios = new ArrayList<>();
    for (int i = 0; i < rounds; i++) {
      double our = seconds(mayfly);
      double their = seconds(postgres);
      ratios.add(their / our);
      report.progress("%s: mayfly %.2f s, postgres %.2f s", question.name(), our, their);
    }
    report.atLeast("rate-spill-" + question.name(), new Spread(ratios), GOAL);
  }

  private static double seconds(Asked asked) throws Exception {
    long started = System.nanoTime();
    asked.once();
    return (System.nanoTime() - started) / 1e9;
  }
}
