package dev.mayfly.cosmos.sdk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.azure.cosmos.CosmosAsyncUser;
import com.azure.cosmos.CosmosClient;
import com.azure.cosmos.CosmosClientBuilder;
import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.models.CosmosPermissionProperties;
import com.azure.cosmos.models.CosmosUserProperties;
import com.azure.cosmos.models.PartitionKey;
import com.azure.cosmos.models.PermissionMode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Base64;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Account keys, users, permissions, and clients that hold resource tokens. */
class PermissionSdkTest extends SdkTest {
  private CosmosContainer container;
  private CosmosAsyncUser user;

  @BeforeEach
  void createUser() {
    container = container((Integer) null);
    container.createItem(item("x"));
    container.createItem(item("y").put("pk", "other"));
    assertThat(database.createUser(new CosmosUserProperties().setId("ann")).getStatusCode())
        .isEqualTo(201);
    user = SERVER.asyncClient(mode).getDatabase(database.getId()).getUser("ann");
  }

  private CosmosPermissionProperties grant(PermissionMode mode, PartitionKey key) {
    CosmosPermissionProperties permission =
        new CosmosPermissionProperties()
            .setId("grant-" + mode + (key == null ? "" : "-scoped"))
            .setContainerName(container.getId())
            .setPermissionMode(mode);
    if (key != null) {
      permission.setResourcePartitionKey(key);
    }
    return user.createPermission(permission, null).block().getProperties();
  }

  private CosmosClient holder(CosmosPermissionProperties permission) {
    return mode.set(new CosmosClientBuilder())
        .endpoint(SERVER.endpoint(mode))
        .resourceToken(permission.getToken())
        .buildClient();
  }

  private CosmosContainer through(CosmosClient client) {
    return client.getDatabase(database.getId()).getContainer(container.getId());
  }

  @Test
  void usersAreListedQueriedReplacedAndDeleted() {
    database.createUser(new CosmosUserProperties().setId("bob"));
    assertThat(database.readAllUsers().stream())
        .extracting(CosmosUserProperties::getId)
        .containsExactlyInAnyOrder("ann", "bob");
    assertThat(database.queryUsers("SELECT * FROM u WHERE u.id = 'bob'").stream()).hasSize(1);
    assertRefused(409, 0, () -> database.createUser(new CosmosUserProperties().setId("bob")));
    database.getUser("bob").delete();
    assertThat(database.readAllUsers().stream()).hasSize(1);
    assertRefused(404, 0, () -> database.getUser("bob").read());
  }

  @Test
  void aReaderReadsAndDoesNotWrite() {
    try (CosmosClient reader = holder(grant(PermissionMode.READ, null))) {
      assertThat(read(through(reader), "x").get("id").asText()).isEqualTo("x");
      assertRefused(403, 0, () -> through(reader).upsertItem(item("x")));
      assertRefused(403, 0, () -> through(reader).deleteItem("x", PK, null));
    }
  }

  @Test
  void oneWhoMayDoAllDoesSoInThatContainerOnly() {
    CosmosContainer other = container((Integer) null);
    other.createItem(item("x"));
    try (CosmosClient writer = holder(grant(PermissionMode.ALL, null))) {
      assertThat(through(writer).upsertItem(item("z")).getStatusCode()).isEqualTo(201);
      assertThat(ids(through(writer))).containsExactly("x", "y", "z");
      assertRefused(
          403,
          0,
          () -> read(writer.getDatabase(database.getId()).getContainer(other.getId()), "x"));
      assertRefused(403, 0, () -> writer.getDatabase(database.getId()).delete());
    }
  }

  @Test
  void aPartitionKeyBoundsAPermission() {
    try (CosmosClient scoped = holder(grant(PermissionMode.READ, PK))) {
      assertThat(read(through(scoped), "x").get("id").asText()).isEqualTo("x");
      assertRefused(
          403, 0, () -> through(scoped).readItem("y", new PartitionKey("other"), ObjectNode.class));
    }
  }

  @Test
  void aDeletedPermissionIsWorthNothing() {
    CosmosPermissionProperties permission = grant(PermissionMode.READ, null);
    try (CosmosClient reader = holder(permission)) {
      assertThat(read(through(reader), "x").get("id").asText()).isEqualTo("x");
      user.getPermission(permission.getId()).delete(null).block();
      assertRefused(403, 0, () -> read(through(reader), "x"));
    }
  }

  @Test
  void permissionsAreListed() {
    grant(PermissionMode.READ, null);
    grant(PermissionMode.ALL, null);
    assertThat(user.readAllPermissions().collectList().block()).hasSize(2);
  }

  @Test
  void aWrongKeyIsRefused() {
    String wrong = Base64.getEncoder().encodeToString(new byte[64]);
    assertThatThrownBy(
            () -> {
              try (CosmosClient stranger =
                  mode.set(new CosmosClientBuilder())
                      .endpoint(SERVER.endpoint(mode))
                      .key(wrong)
                      .buildClient()) {
                stranger.readAllDatabases().stream().count();
              }
            })
        .hasStackTraceContaining("The input authorization token can't serve the request");
  }
}
