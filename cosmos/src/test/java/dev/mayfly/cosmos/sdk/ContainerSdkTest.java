package dev.mayfly.cosmos.sdk;

import static org.assertj.core.api.Assertions.assertThat;

import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.models.CompositePath;
import com.azure.cosmos.models.CompositePathSortOrder;
import com.azure.cosmos.models.ComputedProperty;
import com.azure.cosmos.models.CosmosContainerProperties;
import com.azure.cosmos.models.CosmosContainerRequestOptions;
import com.azure.cosmos.models.CosmosContainerResponse;
import com.azure.cosmos.models.CosmosDatabaseProperties;
import com.azure.cosmos.models.ExcludedPath;
import com.azure.cosmos.models.IncludedPath;
import com.azure.cosmos.models.IndexingMode;
import com.azure.cosmos.models.IndexingPolicy;
import com.azure.cosmos.models.PartitionKeyDefinition;
import com.azure.cosmos.models.PartitionKeyDefinitionVersion;
import com.azure.cosmos.models.PartitionKind;
import com.azure.cosmos.models.SpatialSpec;
import com.azure.cosmos.models.SpatialType;
import com.azure.cosmos.models.SqlParameter;
import com.azure.cosmos.models.SqlQuerySpec;
import com.azure.cosmos.models.UniqueKey;
import com.azure.cosmos.models.UniqueKeyPolicy;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Databases and containers: definitions kept and returned, listed, queried, replaced. */
class ContainerSdkTest extends SdkTest {
  @Test
  void aDefinitionComesBackWithItsDefaults() {
    CosmosContainerProperties read = container((Integer) null).read().getProperties();
    assertThat(read.getPartitionKeyDefinition().getPaths()).containsExactly("/pk");
    assertThat(read.getPartitionKeyDefinition().getKind()).isEqualTo(PartitionKind.HASH);
    assertThat(read.getPartitionKeyDefinition().getVersion())
        .as("the SDK names no version, which means the first")
        .isEqualTo(PartitionKeyDefinitionVersion.V1);
    assertThat(read.getDefaultTimeToLiveInSeconds()).isNull();
    assertThat(read.getIndexingPolicy().getIndexingMode()).isEqualTo(IndexingMode.CONSISTENT);
    assertThat(read.getIndexingPolicy().isAutomatic()).isTrue();
    assertThat(read.getIndexingPolicy().getIncludedPaths())
        .extracting(IncludedPath::getPath)
        .containsExactly("/*");
    assertThat(read.getIndexingPolicy().getExcludedPaths())
        .extracting(ExcludedPath::getPath)
        .containsExactly("/\"_etag\"/?");
    assertThat(read.getResourceId()).isNotBlank();
    assertThat(read.getTimestamp().getEpochSecond()).isEqualTo(clock().epochSecond());
  }

  @Test
  void everyPartOfADefinitionIsKept() {
    CosmosContainerProperties properties = properties(300);
    IndexingPolicy policy = new IndexingPolicy();
    policy.setIncludedPaths(List.of(new IncludedPath("/a/?"), new IncludedPath("/b/*")));
    policy.setExcludedPaths(List.of(new ExcludedPath("/*")));
    policy.setCompositeIndexes(
        List.of(
            List.of(
                new CompositePath().setPath("/a").setOrder(CompositePathSortOrder.ASCENDING),
                new CompositePath().setPath("/b").setOrder(CompositePathSortOrder.DESCENDING))));
    policy.setSpatialIndexes(
        List.of(new SpatialSpec().setPath("/loc/*").setSpatialTypes(List.of(SpatialType.POINT))));
    properties.setIndexingPolicy(policy);
    UniqueKeyPolicy unique = new UniqueKeyPolicy();
    unique.setUniqueKeys(List.of(new UniqueKey(List.of("/x", "/y/z"))));
    properties.setUniqueKeyPolicy(unique);
    properties.setComputedProperties(
        List.of(new ComputedProperty("lower", "SELECT VALUE LOWER(c.name) FROM c")));
    CosmosContainerProperties read = container(properties).read().getProperties();
    assertThat(read.getDefaultTimeToLiveInSeconds()).isEqualTo(300);
    assertThat(read.getIndexingPolicy().getIncludedPaths())
        .extracting(IncludedPath::getPath)
        .containsExactly("/a/?", "/b/*");
    assertThat(read.getIndexingPolicy().getCompositeIndexes().get(0))
        .isEqualTo(policy.getCompositeIndexes().get(0));
    assertThat(read.getIndexingPolicy().getSpatialIndexes().get(0).getPath()).isEqualTo("/loc/*");
    assertThat(read.getUniqueKeyPolicy().getUniqueKeys().get(0).getPaths())
        .containsExactly("/x", "/y/z");
    assertThat(read.getComputedProperties())
        .extracting(ComputedProperty::getName)
        .containsExactly("lower");
  }

  @Test
  void replaceChangesWhatMayChangeAndRefusesTheRest() {
    CosmosContainer container = container((Integer) null);
    CosmosContainerProperties properties = container.read().getProperties();
    properties.setDefaultTimeToLiveInSeconds(77);
    String etag = properties.getETag();
    CosmosContainerResponse replaced = container.replace(properties);
    assertThat(replaced.getStatusCode()).isEqualTo(200);
    assertThat(replaced.getProperties().getDefaultTimeToLiveInSeconds()).isEqualTo(77);
    assertThat(replaced.getProperties().getETag()).isNotEqualTo(etag);
    CosmosContainerRequestOptions stale = new CosmosContainerRequestOptions().setIfMatchETag(etag);
    assertRefused(412, 0, () -> container.replace(properties, stale));
    CosmosContainerProperties moved = container.read().getProperties();
    moved.setPartitionKeyDefinition(new PartitionKeyDefinition().setPaths(List.of("/elsewhere")));
    assertRefused(400, 0, () -> container.replace(moved));
    assertThat(container.read().getProperties().getPartitionKeyDefinition().getPaths())
        .containsExactly("/pk");
  }

  @Test
  void databasesAndContainersAreListedAndQueried() {
    CosmosContainer one = container((Integer) null);
    container((Integer) null);
    assertThat(database.readAllContainers().stream()).hasSize(2);
    SqlQuerySpec byId =
        new SqlQuerySpec(
            "SELECT * FROM root r WHERE r.id = @id", new SqlParameter("@id", one.getId()));
    assertThat(database.queryContainers(byId).stream())
        .extracting(CosmosContainerProperties::getId)
        .containsExactly(one.getId());
    assertThat(SERVER.client(mode).readAllDatabases().stream())
        .extracting(CosmosDatabaseProperties::getId)
        .contains(database.getId())
        .noneMatch(id -> id.startsWith("/"));
    assertThat(
            SERVER
                .client(mode)
                .queryDatabases(
                    "SELECT * FROM root r WHERE r.id = '" + database.getId() + "'", null)
                .stream())
        .hasSize(1);
    one.delete();
    assertThat(database.readAllContainers().stream()).hasSize(1);
    assertRefused(404, 0, one::read);
  }

  @Test
  void createIfNotExistsDoesSoOnce() {
    CosmosContainerProperties properties = properties(10);
    assertThat(database.createContainerIfNotExists(properties).getStatusCode()).isEqualTo(201);
    assertThat(database.createContainerIfNotExists(properties).getStatusCode()).isEqualTo(200);
    assertRefused(409, 0, () -> database.createContainer(properties));
    assertThat(SERVER.client(mode).createDatabaseIfNotExists(database.getId()).getStatusCode())
        .isEqualTo(200);
    assertRefused(409, 0, () -> SERVER.client(mode).createDatabase(database.getId()));
  }

  @Test
  void quotasAndUsageAreReported() {
    CosmosContainer container = container((Integer) null);
    container.createItem(item("x").put("pad", "x".repeat(5000)));
    CosmosContainerResponse response =
        container.read(new CosmosContainerRequestOptions().setQuotaInfoEnabled(true));
    assertThat(response.getResponseHeaders().get("x-ms-resource-usage"))
        .contains("documentsCount=1;")
        .contains("documentsSize=5;");
    assertThat(response.getResponseHeaders().get("x-ms-resource-quota")).contains("documentsSize=");
  }
}
