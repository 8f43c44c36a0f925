package dev.mayfly.torture.cluster.load;

import com.mongodb.ConnectionString;
import com.mongodb.DuplicateKeyException;
import com.mongodb.ErrorCategory;
import com.mongodb.MongoClientSettings;
import com.mongodb.MongoWriteException;
import com.mongodb.ReadPreference;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.IndexOptions;
import com.mongodb.client.model.ReplaceOptions;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.bson.Document;

/** The driver of MongoDB, connected to a replica set. */
final class MongoStore implements Registers, AutoCloseable {
  private static final String DATABASE = "torture-mongo";
  private static final int SOCKET_SECONDS = 8;

  private final MongoClient client;
  private final MongoDatabase database;

  MongoStore(String uri) {
    client =
        MongoClients.create(
            MongoClientSettings.builder()
                .applyConnectionString(new ConnectionString(uri))
                .applyToSocketSettings(
                    settings ->
                        settings
                            .connectTimeout(2, TimeUnit.SECONDS)
                            .readTimeout(SOCKET_SECONDS, TimeUnit.SECONDS))
                .build());
    database = client.getDatabase(DATABASE);
  }

  MongoClient client() {
    return client;
  }

  MongoCollection<Document> collection(String name) {
    return database.getCollection(name);
  }

  /** Makes what the load uses. */
  void prepare() {
    database.createCollection("registers");
    database.createCollection("feed");
    database.createCollection("accounts");
    collection("ttl")
        .createIndex(
            new Document("_ts", 1), new IndexOptions().expireAfter(3600L, TimeUnit.SECONDS));
    collection("counters").insertOne(new Document("_id", "counter").append("n", 0L));
  }

  private static Document id(String key) {
    return new Document("_id", key);
  }

  private static Document document(String key, long value) {
    return id(key).append("v", value);
  }

  private static Seen seen(long value) {
    return new Seen(value, Long.toString(value));
  }

  @Override
  public Seen read(String key) {
    Document found = collection("registers").find(id(key)).first();
    return found == null ? null : seen(found.getLong("v"));
  }

  @Override
  public Seen create(String key, long value) {
    try {
      collection("registers").insertOne(document(key, value));
      return seen(value);
    } catch (MongoWriteException e) {
      if (e.getError().getCategory() == ErrorCategory.DUPLICATE_KEY) {
        return null;
      }
      throw e;
    } catch (DuplicateKeyException e) {
      return null;
    }
  }

  @Override
  public Seen put(String key, long value) {
    collection("registers")
        .replaceOne(id(key), document(key, value), new ReplaceOptions().upsert(true));
    return seen(value);
  }

  @Override
  public Seen swap(String key, Seen expected, long value) {
    Document filter = document(key, expected.value());
    return collection("registers").replaceOne(filter, document(key, value)).getMatchedCount() == 1
        ? seen(value)
        : null;
  }

  @Override
  public boolean delete(String key) {
    return collection("registers").deleteOne(id(key)).getDeletedCount() == 1;
  }

  /** Inserts an item that expires. */
  void insertMortal(String id, int ttl) {
    collection("ttl").insertOne(id(id).append("ttl", ttl));
  }

  /** The ids of all items that expire. */
  Set<String> mortals(ReadPreference preference) {
    Set<String> ids = new HashSet<>();
    for (Document each :
        collection("ttl")
            .withReadPreference(preference)
            .find()
            .projection(new Document("_id", 1))
            .batchSize(100_000)) {
      ids.add(each.getString("_id"));
    }
    return ids;
  }

  @Override
  public void close() {
    client.close();
  }
}
