package dev.mayfly.torture.client;

import com.mongodb.ConnectionString;
import com.mongodb.DuplicateKeyException;
import com.mongodb.ErrorCategory;
import com.mongodb.MongoBulkWriteException;
import com.mongodb.MongoClientSettings;
import com.mongodb.MongoQueryException;
import com.mongodb.MongoWriteException;
import com.mongodb.bulk.BulkWriteError;
import com.mongodb.client.FindIterable;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.BulkWriteOptions;
import com.mongodb.client.model.DeleteOneModel;
import com.mongodb.client.model.IndexOptions;
import com.mongodb.client.model.InsertManyOptions;
import com.mongodb.client.model.ReplaceOneModel;
import com.mongodb.client.model.ReplaceOptions;
import com.mongodb.client.model.WriteModel;
import dev.mayfly.torture.ledger.Doc;
import dev.mayfly.torture.ledger.Found;
import dev.mayfly.torture.ledger.Write;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.bson.Document;

/** The MongoDB driver. */
public final class MongoApi implements Api {
  private static final String DATABASE = "torture";
  private static final String TTL_INDEX = "_ts_1";
  private static final String DATE_INDEX = "at_1";
  private static final int PATIENCE_SECONDS = 20;
  private static final int QUERY_PLAN_KILLED = 175;
  private static final int TRIES_MAX = 10;

  private final MongoClient client;
  private final MongoDatabase database;

  public MongoApi(int port) {
    client =
        MongoClients.create(
            MongoClientSettings.builder()
                .applyConnectionString(
                    new ConnectionString("mongodb://localhost:" + port + "/?retryWrites=false"))
                .retryReads(false)
                .applyToClusterSettings(
                    settings -> settings.serverSelectionTimeout(PATIENCE_SECONDS, TimeUnit.SECONDS))
                .applyToSocketSettings(
                    settings -> settings.readTimeout(PATIENCE_SECONDS, TimeUnit.SECONDS))
                .build());
    database = client.getDatabase(DATABASE);
  }

  @Override
  public String name() {
    return "mongo";
  }

  @Override
  public String uniqueKeyAtCreation() {
    return null;
  }

  @Override
  public Integer ttlAtCreation() {
    return null;
  }

  @Override
  public boolean hasBatches() {
    return false;
  }

  @Override
  public boolean hasDates() {
    return true;
  }

  @Override
  public boolean hasLaterUniqueIndexes() {
    return true;
  }

  private MongoCollection<Document> collection(String name) {
    return database.getCollection(name);
  }

  @Override
  public void create(String collection) {
    database.createCollection(collection);
  }

  @Override
  public void drop(String collection) {
    collection(collection).drop();
  }

  private static Document id(String key) {
    return new Document("_id", key);
  }

  @Override
  public void put(String collection, Doc doc) throws Refused {
    try {
      collection(collection)
          .replaceOne(id(doc.key()), document(doc), new ReplaceOptions().upsert(true));
    } catch (MongoWriteException e) {
      throw refusal(e);
    }
  }

  @Override
  public boolean update(String collection, Doc doc) throws Refused {
    Document set = document(doc);
    set.remove("_id");
    Document update = new Document("$set", set);
    Document unset = new Document();
    for (String optional : List.of("ttl", "at")) {
      if (!set.containsKey(optional)) {
        unset.append(optional, "");
      }
    }
    if (!unset.isEmpty()) {
      update.append("$unset", unset);
    }
    try {
      return collection(collection).updateOne(id(doc.key()), update).getMatchedCount() == 1;
    } catch (MongoWriteException e) {
      throw refusal(e);
    }
  }

  @Override
  public boolean delete(String collection, String key) {
    return collection(collection).deleteOne(id(key)).getDeletedCount() == 1;
  }

  @Override
  public void batch(String collection, List<Write> writes) {
    throw new UnsupportedOperationException("batch");
  }

  /** A bulk write, or an insert of many if there are only documents that are new. */
  @Override
  public boolean[] bulk(String collection, List<Write> writes, boolean ordered) {
    boolean[] done = new boolean[writes.size()];
    Arrays.fill(done, true);
    try {
      if (writes.stream().allMatch(write -> write.key().startsWith("new"))) {
        collection(collection)
            .insertMany(
                writes.stream().map(write -> document(write.doc())).toList(),
                new InsertManyOptions().ordered(ordered));
      } else {
        List<WriteModel<Document>> models = new ArrayList<>();
        for (Write write : writes) {
          models.add(
              write.doc() == null
                  ? new DeleteOneModel<>(id(write.key()))
                  : new ReplaceOneModel<>(
                      id(write.key()), document(write.doc()), new ReplaceOptions().upsert(true)));
        }
        collection(collection).bulkWrite(models, new BulkWriteOptions().ordered(ordered));
      }
    } catch (MongoBulkWriteException e) {
      for (BulkWriteError error : e.getWriteErrors()) {
        if (error.getCategory() != ErrorCategory.DUPLICATE_KEY) {
          throw e;
        }
        int from = error.getIndex();
        Arrays.fill(done, from, ordered ? done.length : from + 1, false);
      }
    }
    return done;
  }

  private static Refused refusal(MongoWriteException e) {
    if (e.getError().getCategory() == ErrorCategory.DUPLICATE_KEY) {
      return new Refused(e);
    }
    throw e;
  }

  @Override
  public void setTtl(String collection, Integer seconds) {
    Integer now = catalog(collection).ttl();
    if (seconds == null) {
      collection(collection).dropIndex(TTL_INDEX);
    } else if (now == null) {
      collection(collection)
          .createIndex(
              new Document("_ts", 1),
              new IndexOptions().expireAfter(seconds.longValue(), TimeUnit.SECONDS));
    } else {
      database.runCommand(
          new Document("collMod", collection)
              .append(
                  "index", new Document("name", TTL_INDEX).append("expireAfterSeconds", seconds)));
    }
  }

  @Override
  public void setDates(String collection, Integer seconds) {
    if (seconds == null) {
      collection(collection).dropIndex(DATE_INDEX);
    } else {
      collection(collection)
          .createIndex(
              new Document("at", 1),
              new IndexOptions().expireAfter(seconds.longValue(), TimeUnit.SECONDS));
    }
  }

  @Override
  public void addIndex(String collection, String index, boolean unique) throws Refused {
    try {
      collection(collection)
          .createIndex(
              new Document(unique ? "u" : "w", 1), new IndexOptions().name(index).unique(unique));
    } catch (DuplicateKeyException e) {
      throw new Refused(e);
    }
  }

  @Override
  public void dropIndex(String collection, String index) {
    collection(collection).dropIndex(index);
  }

  @Override
  public Map<String, Doc> readAll(String collection) {
    for (int tries = 1; ; tries++) {
      try {
        Map<String, Doc> docs = docs(collection(collection).find());
        return docs.isEmpty() && !exists(collection) ? null : docs;
      } catch (MongoQueryException e) {
        // It was dropped while it was read.
        if (tries == TRIES_MAX || e.getErrorCode() != QUERY_PLAN_KILLED) {
          throw e;
        }
      }
    }
  }

  private boolean exists(String collection) {
    for (String name : database.listCollectionNames()) {
      if (name.equals(collection)) {
        return true;
      }
    }
    return false;
  }

  @Override
  public Map<String, Doc> readByIndex(String collection, String index) {
    return docs(
        collection(collection).find(new Document("w", new Document("$gte", 0))).hintString(index));
  }

  private static Map<String, Doc> docs(FindIterable<Document> found) {
    Map<String, Doc> docs = new TreeMap<>();
    for (Document document : found.batchSize(10_000)) {
      Doc doc = doc(document);
      docs.put(doc.key(), doc);
    }
    return docs;
  }

  @Override
  public Found.Catalog catalog(String collection) {
    Integer ttl = null;
    Integer dateSeconds = null;
    Set<String> indexes = new TreeSet<>();
    for (Document index : collection(collection).listIndexes()) {
      switch (index.getString("name")) {
        case "_id_" -> {}
        case TTL_INDEX -> ttl = index.get("expireAfterSeconds", Number.class).intValue();
        case DATE_INDEX -> dateSeconds = index.get("expireAfterSeconds", Number.class).intValue();
        default -> indexes.add(index.getString("name"));
      }
    }
    return new Found.Catalog(ttl, dateSeconds, indexes);
  }

  private static Document document(Doc doc) {
    Document document =
        new Document("_id", doc.key())
            .append("v", doc.version())
            .append("w", doc.w())
            .append("u", doc.u())
            .append("pad", Padding.of(doc.version(), doc.padding()));
    if (doc.ttl() != null) {
      document.append("ttl", doc.ttl());
    }
    if (doc.dateMillis() != null) {
      document.append("at", new Date(doc.dateMillis()));
    }
    return document;
  }

  private static Doc doc(Document document) {
    long version = document.getLong("v");
    Date date = document.getDate("at");
    return new Doc(
        document.getString("_id"),
        version,
        document.getInteger("w"),
        document.getInteger("u"),
        document.getInteger("ttl"),
        date == null ? null : date.getTime(),
        Padding.length(version, document.getString("pad")));
  }

  @Override
  public void close() {
    client.close();
  }
}
