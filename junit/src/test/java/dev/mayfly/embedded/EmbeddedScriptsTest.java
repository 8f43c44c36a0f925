package dev.mayfly.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.azure.cosmos.CosmosClient;
import com.azure.cosmos.CosmosClientBuilder;
import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.models.CosmosStoredProcedureProperties;
import com.azure.cosmos.models.CosmosStoredProcedureRequestOptions;
import com.azure.cosmos.models.PartitionKey;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** Scripts in servers inside this process, with the add-on on the class path. */
@Timeout(600)
@EnabledIfSystemProperty(named = "mayfly.full", matches = "true")
class EmbeddedScriptsTest {
  private static final String WRITES_A_CART =
      """
      function cart(id) {
        __.createDocument(__.getSelfLink(), {id: id, user: "ann", ttl: 60}, function (error, made) {
          if (error) throw error;
          __.response.setBody(made.id);
        });
      }
      """;

  @Test
  void aStoredProcedureWritesAnItemThatDies() {
    System.setProperty("COSMOS.HTTP_CONNECTION_WITHOUT_TLS_ALLOWED", "true");
    try (Mayfly mayfly = Mayfly.ephemeral().frozenClock().start();
        CosmosClient client =
            new CosmosClientBuilder()
                .endpoint(mayfly.cosmosEndpoint())
                .key(mayfly.key())
                .gatewayMode()
                .buildClient()) {
      client.createDatabase("shop");
      client.getDatabase("shop").createContainer("carts", "/user");
      CosmosContainer carts = client.getDatabase("shop").getContainer("carts");
      carts.replace(carts.read().getProperties().setDefaultTimeToLiveInSeconds(-1));
      carts
          .getScripts()
          .createStoredProcedure(new CosmosStoredProcedureProperties("cart", WRITES_A_CART));
      String made =
          carts
              .getScripts()
              .getStoredProcedure("cart")
              .execute(
                  List.of("1"),
                  new CosmosStoredProcedureRequestOptions()
                      .setPartitionKey(new PartitionKey("ann")))
              .getResponseAsString();
      assertThat(made).isEqualTo("\"1\"");
      assertThat(carts.readAllItems(new PartitionKey("ann"), Map.class)).hasSize(1);
      mayfly.clock().advance(Duration.ofSeconds(60));
      assertThat(carts.readAllItems(new PartitionKey("ann"), Map.class)).isEmpty();
    }
  }

  @Test
  void theProgramSeesNoClassOfTheEngine() {
    ClassLoader program = Mayfly.class.getClassLoader();
    for (String name : List.of("org.graalvm.polyglot.Context", "dev.mayfly.scripts.ScriptHost")) {
      assertThatThrownBy(() -> program.loadClass(name)).isInstanceOf(ClassNotFoundException.class);
    }
  }
}
