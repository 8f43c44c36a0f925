package dev.mayfly.bench.mongo;

import com.mongodb.client.ClientSession;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Updates;
import dev.mayfly.bench.load.Load;
import dev.mayfly.bench.load.Meter;
import dev.mayfly.bench.process.ChildServer;
import dev.mayfly.bench.process.ProcessView;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.bson.Document;
import org.bson.conversions.Bson;

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

  /**
   * Moves an amount from one order to another.
   *
   * @param transaction whether that is one; two single writes otherwise
   */
  Load transfer(boolean transaction, int threads, long millis) throws Exception {
    MongoCollection<Document> collection = collection("orders");
    List<ClientSession> sessions = new ArrayList<>();
    for (int i = 0; i < threads; i++) {
      sessions.add(client.startSession());
    }
    try {
      return Meter.measure(
          view,
          threads,
          millis,
          orders,
          (worker, number) -> {
            int other = (number + orders / 2) % orders;
            if (transaction) {
              ClientSession session = sessions.get(worker);
              session.withTransaction(
                  () -> {
                    collection.updateOne(session, order(number), Updates.inc("amount", -1));
                    return collection.updateOne(session, order(other), Updates.inc("amount", 1));
                  });
            } else {
              collection.updateOne(order(number), Updates.inc("amount", -1));
              collection.updateOne(order(other), Updates.inc("amount", 1));
            }
          },
          true);
    } finally {
      sessions.forEach(ClientSession::close);
    }
  }

  private static Bson order(int number) {
    return Filters.eq("_id", number);
  }

  /** Inserts documents, so many at a time, and receives them by a change stream. */
  Load deliver(int batch, long millis) throws Exception {
    return new StreamMeter(collection("streamed"), fresh, batch).measure(view, millis);
  }

  private MongoCollection<Document> collection(String collection) {
    return client.getDatabase("bench").getCollection(collection);
  }

  @Override
  public void close() {
    client.close();
  }
}
