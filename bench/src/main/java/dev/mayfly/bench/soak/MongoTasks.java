package dev.mayfly.bench.soak;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.Accumulators;
import com.mongodb.client.model.Aggregates;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.IndexOptions;
import com.mongodb.client.model.Indexes;
import com.mongodb.client.model.Updates;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.bson.Document;

/** The part of the load that comes by MongoDB's driver. */
final class MongoTasks {
  private static final String DATABASE = "soak";
  private static final int STAYING = 2000;
  private static final int BATCH = 100;
  private static final int TTL_SECONDS_MAX = 5;
  private static final int WATCHED_MAX = 64;
  private static final String FILLER = "mayfly ".repeat(60);

  private final String uri;
  private final AtomicLong numbers = new AtomicLong();

  MongoTasks(int port) {
    this.uri = "mongodb://localhost:" + port + "/?retryReads=false&retryWrites=false";
  }

  /** What one worker does with its collection. */
  private interface Task {
    void once(MongoCollection<Document> collection, SplittableRandom random);
  }

  void load() {
    try (MongoClient client = MongoClients.create(uri)) {
      MongoCollection<Document> staying = client.getDatabase(DATABASE).getCollection("staying");
      staying.createIndex(Indexes.ascending("group"));
      List<Document> documents = new ArrayList<>();
      for (int i = 0; i < STAYING; i++) {
        documents.add(document(i).append("counter", 0));
      }
      staying.insertMany(documents);
      MongoCollection<Document> brief = client.getDatabase(DATABASE).getCollection("brief");
      brief.createIndex(
          Indexes.ascending("_ts"), new IndexOptions().expireAfter(4L, TimeUnit.SECONDS));
      brief.createIndex(
          Indexes.ascending("until"), new IndexOptions().expireAfter(0L, TimeUnit.SECONDS));
      brief.createIndex(Indexes.ascending("group"));
    }
  }

  List<Worker> workers() {
    return List.of(
        worker("mongo churn", "brief", churn(), 500),
        worker("mongo bulk churn", "brief", this::bulk, 200_000),
        worker("mongo find", "staying", MongoTasks::find, 500),
        worker("mongo update", "staying", MongoTasks::update, 1000),
        worker("mongo insert and delete", "brief", this::insertAndDelete, 2000),
        worker("mongo scan", "brief", MongoTasks::scan, 200_000),
        worker("mongo group", "staying", MongoTasks::group, 200_000),
        worker("mongo left cursor", "staying", MongoTasks::leaveCursor, 100_000));
  }

  private Worker worker(String name, String collection, Task task, long pauseMicros) {
    return new Worker(name, () -> session(collection, task), pauseMicros);
  }

  private Session session(String name, Task task) {
    MongoClient client = MongoClients.create(uri);
    MongoCollection<Document> collection = client.getDatabase(DATABASE).getCollection(name);
    return new Session() {
      @Override
      public void once(SplittableRandom random) {
        task.once(collection, random);
      }

      @Override
      public void close() {
        client.close();
      }
    };
  }

  static Document document(long id) {
    return new Document("_id", id).append("group", (int) (id % 20)).append("filler", FILLER);
  }

  private record Watched(long id, long deadlineMillis) {}

  /** Documents that die soon by a ttl of their own; some are read afterwards. */
  private Task churn() {
    ArrayDeque<Watched> watched = new ArrayDeque<>();
    return (collection, random) -> {
      long id = STAYING + numbers.incrementAndGet();
      int ttl = 1 + random.nextInt(TTL_SECONDS_MAX);
      collection.insertOne(document(id).append("ttl", ttl));
      long deadline = System.currentTimeMillis() + TimeUnit.SECONDS.toMillis(ttl);
      if (watched.size() < WATCHED_MAX) {
        watched.add(new Watched(id, deadline));
      }
      Watched oldest = watched.peek();
      if (oldest != null && System.currentTimeMillis() >= oldest.deadlineMillis()) {
        watched.remove();
        if (collection.find(Filters.eq("_id", oldest.id())).first() != null) {
          throw new IllegalStateException("Document " + oldest.id() + " outlived its ttl");
        }
      }
    };
  }

  /** Some die by the default of the collection, and some by a date. */
  private void bulk(MongoCollection<Document> collection, SplittableRandom random) {
    List<Document> documents = new ArrayList<>();
    for (int i = 0; i < BATCH; i++) {
      Document document = document(STAYING + numbers.incrementAndGet());
      if (i % 2 == 0) {
        long millis = TimeUnit.SECONDS.toMillis(1 + random.nextInt(3));
        document.append("until", new Date(System.currentTimeMillis() + millis));
      }
      documents.add(document);
    }
    collection.insertMany(documents);
  }

  private static void find(MongoCollection<Document> collection, SplittableRandom random) {
    long id = random.nextInt(STAYING);
    if (collection.find(Filters.eq("_id", id)).first() == null) {
      throw new IllegalStateException("Document " + id + " is gone");
    }
  }

  private static void update(MongoCollection<Document> collection, SplittableRandom random) {
    long id = random.nextInt(STAYING);
    if (collection.updateOne(Filters.eq("_id", id), Updates.inc("counter", 1)).getMatchedCount()
        != 1) {
      throw new IllegalStateException("Document " + id + " is gone");
    }
  }

  private void insertAndDelete(MongoCollection<Document> collection, SplittableRandom random) {
    long id = STAYING + numbers.incrementAndGet();
    collection.insertOne(document(id).append("ttl", -1));
    if (collection.deleteOne(Filters.eq("_id", id)).getDeletedCount() != 1) {
      throw new IllegalStateException("Document " + id + " went away by itself");
    }
  }

  private static void scan(MongoCollection<Document> collection, SplittableRandom random) {
    int group = random.nextInt(20);
    for (Document document : collection.find(Filters.eq("group", group)).batchSize(50)) {
      if (document.getInteger("group") != group) {
        throw new IllegalStateException("This is not of group " + group + ": " + document);
      }
    }
  }

  private static void group(MongoCollection<Document> collection, SplittableRandom random) {
    int groups = 0;
    for (Document unused :
        collection.aggregate(
            List.of(Aggregates.group("$group", Accumulators.sum("n", "$counter"))))) {
      groups++;
    }
    if (groups != 20) {
      throw new IllegalStateException(groups + " groups and not 20");
    }
  }

  /** A cursor that is not read to its end; the driver closes it. */
  private static void leaveCursor(MongoCollection<Document> collection, SplittableRandom random) {
    try (var cursor =
        collection.find().sort(Indexes.descending("counter")).batchSize(10).iterator()) {
      cursor.next();
    }
  }
}
