package dev.mayfly.cosmos.container;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mayfly.cosmos.CosmosOptions;
import dev.mayfly.cosmos.CosmosServer;
import dev.mayfly.cosmos.SignedHeaders;
import dev.mayfly.cosmos.http.RawClient;
import dev.mayfly.cosmos.http.RawClient.Answer;
import dev.mayfly.engine.Engine;
import dev.mayfly.engine.EngineOptions;
import dev.mayfly.engine.catalog.CatalogLimits;
import dev.mayfly.engine.catalog.ContainerDefinition;
import dev.mayfly.engine.clock.MovableClock;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;
import dev.mayfly.testkit.storage.MemoryStorage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** There are only so many databases and containers. */
class ContainerLimitTest {
  private Engine engine;

  @BeforeEach
  void open() {
    engine =
        Engine.open(
            new MemoryStorage(),
            MovableClock.fromWallClock(),
            EngineOptions.DEFAULT.withoutBackground().withCatalogLimits(new CatalogLimits(3, 4)));
  }

  @AfterEach
  void close() {
    engine.close();
  }

  private static ContainerDefinition named(String name) {
    return ContainerDefinition.named(name).partitionKey("/pk").build();
  }

  private static void assertTooMany(Runnable creation) {
    assertThatThrownBy(creation::run)
        .isInstanceOfSatisfying(
            EngineException.class,
            e -> assertThat(e.code()).isEqualTo(ErrorCode.TOO_MANY_RESOURCES));
  }

  @Test
  void databasesAreLimited() {
    for (int i = 0; i < 3; i++) {
      engine.createDatabase("d" + i);
    }
    assertTooMany(() -> engine.createDatabase("more"));
    assertThat(engine.databases()).hasSize(3);
    engine.deleteDatabase("d0");
    engine.createDatabase("more");
  }

  @Test
  void containersOfAllDatabasesAreLimited() {
    engine.createDatabase("a");
    engine.createDatabase("b");
    for (int i = 0; i < 4; i++) {
      engine.createContainer(i % 2 == 0 ? "a" : "b", named("c" + i));
    }
    assertTooMany(() -> engine.createContainer("a", named("more")));
    assertTooMany(() -> engine.createDatabase("no container would fit in it"));
    assertThat(engine.containers("a")).hasSize(2);
    engine.deleteContainer("b", "c1");
    engine.createContainer("a", named("more"));
  }

  @Test
  void clientsAreReportedWhatToDo() throws Exception {
    try (CosmosServer server = CosmosServer.start(engine, CosmosOptions.defaults());
        RawClient client = RawClient.plain(server.port())) {
      for (int i = 0; i < 3; i++) {
        client.post("/dbs", SignedHeaders.of("POST", "dbs", ""), "{\"id\":\"d" + i + "\"}");
        assertThat(client.read().status()).isEqualTo(201);
      }
      client.post("/dbs", SignedHeaders.of("POST", "dbs", ""), "{\"id\":\"more\"}");
      Answer answer = client.read();
      assertThat(answer.status()).isEqualTo(403);
      assertThat(answer.body()).contains("\"code\":\"Forbidden\"", "databases-max");
    }
  }
}
