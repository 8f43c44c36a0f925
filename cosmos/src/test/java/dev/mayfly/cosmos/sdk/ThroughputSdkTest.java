package dev.mayfly.cosmos.sdk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.azure.cosmos.CosmosClient;
import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.CosmosDatabase;
import com.azure.cosmos.CosmosException;
import com.azure.cosmos.ThrottlingRetryOptions;
import com.azure.cosmos.models.CosmosContainerProperties;
import com.azure.cosmos.models.ThroughputProperties;
import dev.mayfly.cosmos.CosmosOptions;
import dev.mayfly.cosmos.CosmosServer;
import java.io.IOException;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Provisioned throughput: offers, and what happens once it is spent. */
class ThroughputSdkTest extends SdkTest {
  @Test
  void manualThroughputIsReadAndReplaced() {
    CosmosContainerProperties properties = properties(null);
    database.createContainer(properties, ThroughputProperties.createManualThroughput(500));
    CosmosContainer container = database.getContainer(properties.getId());
    assertThat(container.readThroughput().getProperties().getManualThroughput()).isEqualTo(500);
    assertThat(container.readThroughput().getMinThroughput()).isEqualTo(400);
    container.replaceThroughput(ThroughputProperties.createManualThroughput(1200));
    assertThat(container.readThroughput().getProperties().getManualThroughput()).isEqualTo(1200);
    assertRefused(
        400,
        0,
        () -> container.replaceThroughput(ThroughputProperties.createManualThroughput(450)));
    assertThat(container.readThroughput().getProperties().getManualThroughput()).isEqualTo(1200);
  }

  @Test
  void aContainerWithoutThroughputHasTheServersDefault() throws IOException {
    CosmosOptions options = CosmosOptions.defaults().withDefaultThroughput(400);
    try (CosmosServer server = CosmosServer.start(SERVER.engine(mode), options);
        CosmosClient client =
            SERVER
                .builder(mode)
                .endpoint(mode.prefix() + "localhost:" + server.port())
                .buildClient()) {
      CosmosContainerProperties properties = properties(null);
      client.getDatabase(database.getId()).createContainer(properties);
      CosmosContainer container =
          client.getDatabase(database.getId()).getContainer(properties.getId());
      assertThat(container.readThroughput().getProperties().getManualThroughput()).isEqualTo(400);
    }
  }

  @Test
  void autoscaleAndSharedThroughput() {
    String name = "shared-" + UUID.randomUUID();
    SERVER.client(mode).createDatabase(name, ThroughputProperties.createAutoscaledThroughput(4000));
    CosmosDatabase shared = SERVER.client(mode).getDatabase(name);
    try {
      assertThat(shared.readThroughput().getProperties().getAutoscaleMaxThroughput())
          .isEqualTo(4000);
      shared.replaceThroughput(ThroughputProperties.createAutoscaledThroughput(6000));
      assertThat(shared.readThroughput().getProperties().getAutoscaleMaxThroughput())
          .isEqualTo(6000);
      CosmosContainerProperties properties = properties(null);
      shared.createContainer(properties);
      CosmosException none =
          catchThrowableOfType(
              CosmosException.class,
              () -> shared.getContainer(properties.getId()).readThroughput());
      assertThat(none).as("a container that shares has no offer").isNotNull();
    } finally {
      shared.delete();
    }
  }

  @Test
  void whatIsSpentIsRefusedWithATimeToWait() {
    CosmosContainerProperties properties = properties(null);
    database.createContainer(properties, ThroughputProperties.createManualThroughput(400));
    try (CosmosClient impatient =
        SERVER
            .builder(mode)
            .throttlingRetryOptions(
                new ThrottlingRetryOptions().setMaxRetryAttemptsOnThrottledRequests(0))
            .buildClient()) {
      CosmosContainer container =
          impatient.getDatabase(database.getId()).getContainer(properties.getId());
      CosmosException refusal =
          catchThrowableOfType(
              CosmosException.class,
              () -> {
                for (int i = 0; i < 10_000; i++) {
                  container.createItem(item("i" + i).put("pad", "x".repeat(20_000)));
                }
              });
      assertThat(refusal).as("throttled within 10,000 writes").isNotNull();
      assertThat(refusal.getStatusCode() + "/" + refusal.getSubStatusCode()).isEqualTo("429/3200");
      assertThat(refusal.getRetryAfterDuration().toMillis()).isBetween(1L, 60_000L);
      assertThat(refusal.getMessage()).contains("Request rate is large");
    }
    CosmosContainer patient = database.getContainer(properties.getId());
    for (int i = 0; i < 20; i++) {
      patient.upsertItem(item("again" + i));
    }
    assertAlive(patient, "again19");
  }
}
