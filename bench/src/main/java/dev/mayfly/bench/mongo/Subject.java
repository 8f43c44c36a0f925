package dev.mayfly.bench.mongo;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import dev.mayfly.bench.load.Load;
import dev.mayfly.bench.load.Meter;
import dev.mayfly.bench.process.ChildServer;
import dev.mayfly.bench.process.ProcessView;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.bson.Document;

/** A server that is measured, with its orders, and the driver that speaks to it. */
final class Subject implements AutoCloseable {
  private final String name;
  private final ProcessView view;
  private final MongoClient client;
  private final int orders;
  private final AtomicInteger fresh;

  /**
   * @param orders how many it will have
   */
  Subject(String name, ChildServer process, int port, int orders) {
    this.name = name;
    this.view = new ProcessView(process.pid());
    this.client = MongoClients.create("mongodb://localhost:" + port);
    this.orders = orders;
    this.fresh = new AtomicInteger(orders);
  }

  String name() {
    return name;
  }

  void load() {
    MongoCollection<Document> collection = collection("orders");
    List<Document> documents = new ArrayList<>();
    for (int i = 0; i < orders; i++) {
      documents.add(Orders.document(i));
      if (documents.size() == Operation.BATCH || i == orders - 1) {
        collection.insertMany(documents);
        documents.clear();
      }
    }
  }

  /**
   * Does an operation as often as can be, with so many threads. What writes leave to be done later,
   * as compactions, is waited for and counted: it would disturb the next measurement.
   */
  Load measure(Operation operation, int threads, long millis) throws Exception {
    return measure(operation, threads, millis, operation.writes());
  }

  /** Does it without waiting for what is left to be done. */
  Load warmUp(Operation operation, int threads, long millis) throws Exception {
    return measure(operation, threads, millis, false);
  }

  private Load measure(Operation operation, int threads, long millis, boolean settles)
      throws Exception {
    boolean inserts = operation == Operation.INSERT_ONE || operation == Operation.INSERT_MANY;
    // What is read stays the same, whatever was inserted before.
    MongoCollection<Document> collection = collection(inserts ? "inserted" : "orders");
    return Meter.measure(
        view,
        threads,
        millis,
        orders,
        (worker, number) -> operation.once(collection, number, fresh),
        settles);
  }

  private MongoCollection<Document> collection(String collection) {
    return client.getDatabase("bench").getCollection(collection);
  }

  @Override
  public void close() {
    client.close();
  }
}
