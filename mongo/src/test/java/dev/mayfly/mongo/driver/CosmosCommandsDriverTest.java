package dev.mayfly.mongo.driver;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.model.Filters;
import java.util.ArrayList;
import java.util.List;
import org.bson.Document;
import org.junit.jupiter.api.Test;

/** What only Azure Cosmos DB for MongoDB has. */
class CosmosCommandsDriverTest extends TtlTest {
  @Test
  void theChargeOfTheLastRequestIsReturned() {
    insert("{'_id': 1}");
    collection.find(Filters.eq(1)).first();

    Document statistics = run("{'getLastRequestStatistics': 1}");

    assertThat(statistics.get("CommandName")).isEqualTo("find");
    assertThat(statistics.getDouble("RequestCharge")).isEqualTo(1.0);
    assertThat(statistics.getDouble("RequestDurationInMilliSeconds")).isPositive();
    insert("{'_id': 2}");
    assertThat(run("{'getLastRequestStatistics': 1}").getDouble("RequestCharge"))
        .isGreaterThan(4.0);
  }

  @Test
  void collectionsHaveThroughput() {
    run("{'customAction': 'CreateCollection', 'collection': 'c', 'offerThroughput': 400}");
    assertThat(run("{'customAction': 'GetCollection', 'collection': 'c'}"))
        .containsEntry("collection", "c")
        .containsEntry("provisionedThroughput", 400);
    run(
        "{'customAction': 'UpdateCollection', 'collection': 'c',"
            + " 'autoScaleSettings': {'maxThroughput': 4000}}");
    assertThat(run("{'customAction': 'GetCollection', 'collection': 'c'}").get("autoScaleSettings"))
        .isEqualTo(json("{'maxThroughput': 4000}"));
    refused(26, () -> run("{'customAction': 'GetCollection', 'collection': 'nothing'}"));
    refused(48, () -> run("{'customAction': 'CreateCollection', 'collection': 'c'}"));
  }

  @Test
  void databasesHaveThroughput() {
    run("{'customAction': 'CreateDatabase', 'offerThroughput': 500}");
    assertThat(run("{'customAction': 'GetDatabase'}"))
        .containsEntry("database", database.getName())
        .containsEntry("provisionedThroughput", 500);
    run("{'customAction': 'UpdateDatabase', 'offerThroughput': 600}");
    assertThat(run("{'customAction': 'GetDatabase'}")).containsEntry("provisionedThroughput", 600);
  }

  @Test
  void theIndexesAreReplacedAllAtOnce() {
    run(
        "{'customAction': 'CreateCollection', 'collection': 'c', 'indexes':"
            + " [{'key': {'_id': 1}, 'name': '_id_1'}, {'key': {'a': 1}, 'name': 'a_1'},"
            + " {'key': {'_ts': 1}, 'name': '_ts_1', 'expireAfterSeconds': 1000}]}");
    insert("{'_id': 1}");
    clock().advance(50);

    run(
        "{'customAction': 'UpdateCollection', 'collection': 'c', 'indexes':"
            + " [{'key': {'_id': 1}, 'name': '_id_1'},"
            + " {'key': {'_ts': 1}, 'name': '_ts_1', 'expireAfterSeconds': 50}]}");

    assertThat(ids()).isEmpty();
    assertThat(collection.listIndexes()).hasSize(2);
  }

  @Test
  void spentThroughputIsAWriteError() {
    run("{'customAction': 'CreateCollection', 'collection': 'c', 'offerThroughput': 400}");
    List<Integer> codes = new ArrayList<>();
    String message = "";
    for (int i = 0; i < 1000 && codes.isEmpty(); i++) {
      Document reply =
          database.runCommand(
              new Document("insert", "c")
                  .append("documents", List.of(new Document("a", "x".repeat(100_000)))));
      for (Document error : reply.getList("writeErrors", Document.class, List.of())) {
        codes.add(error.getInteger("code"));
        message = error.getString("errmsg");
      }
    }
    assertThat(codes).containsExactly(16500);
    assertThat(message).contains("RetryAfterMs=");
  }

  @Test
  void shardingACollectionMakesIt() {
    assertThat(admin("{'enableSharding': '" + database.getName() + "'}")).containsEntry("ok", 1.0);
    assertThat(database.listCollectionNames()).isEmpty();
    Document reply =
        admin("{'shardCollection': '" + database.getName() + ".s', 'key': {'a': 'hashed'}}");

    assertThat(reply)
        .containsEntry("_t", "ShardCollectionResponse")
        .containsEntry("collectionsharded", database.getName() + ".s");
    assertThat(database.listCollectionNames()).containsExactly("s");
  }
}
