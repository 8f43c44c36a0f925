package dev.mayfly.bench.cluster;

import com.mongodb.ConnectionString;
import com.mongodb.MongoClientSettings;
import com.mongodb.MongoException;
import com.mongodb.ReadPreference;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.InsertOneModel;
import com.mongodb.client.model.UpdateOneModel;
import com.mongodb.client.model.Updates;
import com.mongodb.client.model.WriteModel;
import dev.mayfly.bench.load.Load;
import dev.mayfly.bench.load.Meter;
import dev.mayfly.bench.mongo.Orders;
import dev.mayfly.bench.process.ProcessorTime;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.bson.Document;

/** A server or a cluster that is measured, and the driver that speaks to it. */
final class Subject implements AutoCloseable {
  private static final int BATCH = 1000;
  private static final int CONNECTIONS_MAX = 300;

  private final MongoClient client;
  private final ProcessorTime time;
  private final int orders;
  private final AtomicInteger fresh;

  Subject(String uri, ProcessorTime time, int orders) {
    this.client =
        MongoClients.create(
            MongoClientSettings.builder()
                .applyConnectionString(new ConnectionString(uri))
                .applyToConnectionPoolSettings(pool -> pool.maxSize(CONNECTIONS_MAX))
                .build());
    this.time = time;
    this.orders = orders;
    this.fresh = new AtomicInteger(orders);
  }

  private MongoCollection<Document> collection(String name) {
    return client.getDatabase("bench").getCollection(name);
  }

  /** Writes what is read later. */
  void load() {
    for (int i = 0; i < orders; i += BATCH) {
      collection("orders").insertMany(batch(i));
    }
  }

  private static List<Document> batch(int first) {
    List<Document> documents = new ArrayList<>(BATCH);
    for (int i = 0; i < BATCH; i++) {
      documents.add(Orders.document(first + i));
    }
    return documents;
  }

  /** Inserts one at a time, with so many outstanding. */
  Load insert(int outstanding, long millis) throws Exception {
    return Meter.measure(
        time,
        outstanding,
        millis,
        orders,
        (worker, number) ->
            collection("inserted").insertOne(Orders.document(fresh.getAndIncrement())),
        true);
  }

  Load insertMany(long millis) throws Exception {
    return Meter.measure(
        time,
        1,
        millis,
        orders,
        (worker, number) -> collection("inserted").insertMany(batch(fresh.getAndAdd(BATCH))),
        true);
  }

  /** Inserts and updates, mixed. */
  Load bulk(long millis) throws Exception {
    return Meter.measure(
        time,
        1,
        millis,
        orders,
        (worker, number) -> {
          List<WriteModel<Document>> writes = new ArrayList<>(BATCH);
          for (int i = 0; i < BATCH / 2; i++) {
            writes.add(new InsertOneModel<>(Orders.document(fresh.getAndIncrement())));
            writes.add(
                new UpdateOneModel<>(
                    Filters.eq("_id", (number + i) % orders), Updates.inc("amount", 1)));
          }
          collection("orders").bulkWrite(writes);
        },
        true);
  }

  /** Reads one at a time. */
  Load find(ReadPreference preference, ProcessorTime of, int outstanding, long millis)
      throws Exception {
    MongoCollection<Document> collection = collection("orders").withReadPreference(preference);
    return Meter.measure(
        of,
        outstanding,
        millis,
        orders,
        (worker, number) -> {
          if (collection.find(Filters.eq("_id", number)).first() == null) {
            throw new IllegalStateException("The order " + number + " is missing");
          }
        });
  }

  /** Writes once; false if that failed. */
  boolean write() {
    try {
      collection("inserted").insertOne(Orders.document(fresh.getAndIncrement()));
      return true;
    } catch (MongoException e) {
      return false;
    }
  }

  @Override
  public void close() {
    client.close();
  }
}
