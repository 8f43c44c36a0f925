package dev.mayfly.bench.mongo;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.Accumulators;
import com.mongodb.client.model.Aggregates;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Updates;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.bson.Document;

/** What clients do. Whatever an answer does not confirm breaks the benchmark. */
enum Operation {
  INSERT_ONE("insertOne") {
    @Override
    void once(MongoCollection<Document> orders, int number, AtomicInteger fresh) {
      orders.insertOne(Orders.document(fresh.getAndIncrement()));
    }
  },
  INSERT_MANY("insertMany") {
    @Override
    void once(MongoCollection<Document> orders, int number, AtomicInteger fresh) {
      int first = fresh.getAndAdd(BATCH);
      List<Document> documents = new ArrayList<>(BATCH);
      for (int i = 0; i < BATCH; i++) {
        documents.add(Orders.document(first + i));
      }
      orders.insertMany(documents);
    }
  },
  FIND("find") {
    @Override
    void once(MongoCollection<Document> orders, int number, AtomicInteger fresh) {
      require(orders.find(Filters.eq("_id", number)).first() != null);
    }
  },
  UPDATE_ONE("updateOne") {
    @Override
    void once(MongoCollection<Document> orders, int number, AtomicInteger fresh) {
      require(
          orders.updateOne(Filters.eq("_id", number), Updates.inc("amount", 1)).getModifiedCount()
              == 1);
    }
  },
  GROUP("group") {
    @Override
    void once(MongoCollection<Document> orders, int number, AtomicInteger fresh) {
      List<Document> groups =
          orders
              .aggregate(
                  List.of(
                      Aggregates.group(
                          "$customer",
                          Accumulators.sum("amount", "$amount"),
                          Accumulators.avg("price", "$price"),
                          Accumulators.sum("count", 1))))
              .into(new ArrayList<>());
      require(groups.size() == Orders.CUSTOMERS);
    }
  };

  /** Documents of one insertMany. */
  static final int BATCH = 1000;

  private final String label;

  Operation(String label) {
    this.label = label;
  }

  /** Whether a server that does the least can do it: one document, found by its number. */
  boolean isLone() {
    return this == INSERT_ONE || this == FIND || this == UPDATE_ONE;
  }

  boolean writes() {
    return this != FIND && this != GROUP;
  }

  String label() {
    return label;
  }

  /**
   * @param number of an order that is there
   * @param fresh the number of the next order that is not
   */
  abstract void once(MongoCollection<Document> orders, int number, AtomicInteger fresh);

  private static void require(boolean done) {
    if (!done) {
      throw new IllegalStateException("The server did not do what it was asked for");
    }
  }
}
