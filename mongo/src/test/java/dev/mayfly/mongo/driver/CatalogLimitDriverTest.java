package dev.mayfly.mongo.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.MongoCommandException;
import com.mongodb.client.MongoDatabase;
import dev.mayfly.engine.EngineOptions;
import dev.mayfly.engine.catalog.CatalogLimits;
import dev.mayfly.mongo.filter.FilterItemFilters;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntConsumer;
import org.bson.Document;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** There are only so many databases and collections, whichever command makes them. */
class CatalogLimitDriverTest {
  private static final CatalogLimits LIMITS = new CatalogLimits(4, 6);
  private static final int TOO_MANY = 8000;

  private DriverServer server;

  @BeforeEach
  void start() {
    server =
        DriverServer.inMemory(
            EngineOptions.DEFAULT.withFilters(new FilterItemFilters()).withCatalogLimits(LIMITS),
            options -> options);
  }

  @AfterEach
  void stop() {
    server.close();
  }

  /** Creates until it is refused; the refusal is the last element. */
  private static List<Object> fill(int most, IntConsumer create) {
    List<Object> outcomes = new ArrayList<>();
    for (int i = 0; i <= most; i++) {
      try {
        create.accept(i);
        outcomes.add(i);
      } catch (MongoCommandException e) {
        outcomes.add(e);
        break;
      }
    }
    return outcomes;
  }

  private static void assertRefused(Object outcome, String what) {
    assertThat(outcome).isInstanceOf(MongoCommandException.class);
    MongoCommandException refusal = (MongoCommandException) outcome;
    assertThat(refusal.getErrorCode()).isEqualTo(TOO_MANY);
    assertThat(refusal.getErrorMessage()).contains("cannot create a new " + what);
  }

  @Test
  void collections() {
    MongoDatabase database = server.client().getDatabase("shop");
    List<Object> outcomes = fill(LIMITS.containersMax(), i -> database.createCollection("c" + i));

    assertRefused(outcomes.get(outcomes.size() - 1), "collection");
    // What writes make by themselves is limited too, and what is there can be used.
    Document document = new Document("_id", 1);
    assertThatThrownBy(() -> database.getCollection("another").insertOne(document))
        .hasMessageContaining("cannot create a new collection");
    database.getCollection("c0").insertOne(document);
    database.getCollection("c1").drop();
    database.getCollection("another").insertOne(document);
  }

  @Test
  void databases() {
    List<Object> outcomes =
        fill(
            LIMITS.databasesMax(), i -> server.client().getDatabase("d" + i).createCollection("c"));

    assertRefused(outcomes.get(outcomes.size() - 1), "database");
    server.client().getDatabase("d0").drop();
    server.client().getDatabase("another").createCollection("c");
  }
}
