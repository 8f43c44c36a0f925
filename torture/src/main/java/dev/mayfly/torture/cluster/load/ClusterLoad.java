package dev.mayfly.torture.cluster.load;

import com.azure.cosmos.ConsistencyLevel;
import com.mongodb.client.model.FindOneAndUpdateOptions;
import com.mongodb.client.model.ReturnDocument;
import dev.mayfly.torture.cluster.judge.Counter;
import dev.mayfly.torture.cluster.judge.FeedLedger;
import dev.mayfly.torture.cluster.judge.Findings;
import dev.mayfly.torture.cluster.judge.RegisterLedger;
import dev.mayfly.torture.cluster.judge.TtlLedger;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.bson.Document;

/** All clients of a cluster, and what they saw. */
public final class ClusterLoad implements AutoCloseable {
  private static final int REGISTER_CLIENTS = 3;
  private static final int FEED_WRITERS = 2;
  private static final long STOP_MILLIS = 60_000;
  private static final long FEED_SECONDS = 60;
  private static final String URI_OPTIONS =
      "&retryWrites=true&retryReads=true&serverSelectionTimeoutMS=20000&heartbeatFrequencyMS=2000";

  private final Findings findings;
  private final MongoStore mongo;
  private final CosmosStore cosmos;
  private final RegisterLedger mongoRegisters;
  private final RegisterLedger cosmosRegisters;
  private final FeedLedger mongoFeed;
  private final FeedLedger cosmosFeed;
  private final TtlLedger mongoTtl;
  private final TtlLedger cosmosTtl;
  private final Counter counter;
  private final Bank bank;
  private final MongoFeedReader mongoReader;
  private final List<ClientLoop> writers = new ArrayList<>();
  private final List<ClientLoop> readers = new ArrayList<>();
  private final Random seeds;

  /**
   * Connects; the cluster must be able to write.
   *
   * @param mongoUri of all members, with the name of the replica set
   * @param cosmosPort at which an account is found
   */
  public ClusterLoad(String mongoUri, int cosmosPort, Findings findings, long seed) {
    this.findings = findings;
    this.seeds = new Random(seed);
    mongo = new MongoStore(mongoUri + URI_OPTIONS);
    cosmos = new CosmosStore(cosmosPort, ConsistencyLevel.SESSION);
    mongoRegisters = new RegisterLedger("mongo", findings);
    cosmosRegisters = new RegisterLedger("cosmos", findings);
    mongoFeed = new FeedLedger("mongo change stream", findings);
    cosmosFeed = new FeedLedger("cosmos change feed", findings);
    mongoTtl = new TtlLedger("mongo ttl", findings);
    cosmosTtl = new TtlLedger("cosmos ttl", findings);
    counter = new Counter("mongo counter", findings);
    bank = new Bank(mongo);
    mongoReader = new MongoFeedReader(mongo, mongoFeed);
  }

  /** Makes collections and containers, and begins. */
  public void start() {
    mongo.prepare();
    cosmos.prepare();
    bank.prepare();
    mongoReader.open();
    for (int i = 1; i <= REGISTER_CLIENTS; i++) {
      String number = Integer.toString(i);
      writer(
          "mongo items " + number, 10, new RegisterRequests("m" + i, mongo, mongoRegisters, true));
      writer(
          "cosmos items " + number,
          10,
          new RegisterRequests("c" + i, cosmos, cosmosRegisters, false));
    }
    for (int i = 1; i <= FEED_WRITERS; i++) {
      String name = "w" + i;
      writer("mongo inserts " + i, 10, random -> insertMongo(name));
      writer("cosmos creates " + i, 10, random -> createCosmos(name));
    }
    Mortals mortals = new Mortals(mongo, cosmos, mongoTtl, cosmosTtl);
    writer("mongo counter", 10, this::increment);
    writer("mongo transfers", 20, bank::transfer);
    writer("mongo ttl writes", 20, mortals::writeMongo);
    writer("cosmos ttl writes", 20, mortals::writeCosmos);
    reader("mongo audit", 50, bank::audit);
    reader("mongo ttl reads", 50, mortals::readMongo);
    reader("mongo ttl reads at followers", 50, mortals::readMongoSecondary);
    reader("cosmos ttl reads", 20, mortals::readCosmos);
    reader("mongo change stream", 0, mongoReader);
    reader("cosmos change feed", 20, new CosmosFeedReader(cosmos, cosmosFeed));
    writers.forEach(ClientLoop::start);
    readers.forEach(ClientLoop::start);
  }

  private void writer(String name, long pauseMillis, ClientLoop.Request request) {
    writers.add(new ClientLoop(name, findings, seeds.nextLong(), pauseMillis, request));
  }

  private void reader(String name, long pauseMillis, ClientLoop.Request request) {
    readers.add(new ClientLoop(name, findings, seeds.nextLong(), pauseMillis, request));
  }

  private void insertMongo(String writer) {
    long number = mongoFeed.send(writer);
    try {
      mongo
          .collection("feed")
          .insertOne(
              new Document("_id", writer + "-" + number)
                  .append("writer", writer)
                  .append("n", number));
      mongoFeed.acknowledge(writer, number);
    } catch (RuntimeException e) {
      mongoFeed.lose(writer, number);
      throw e;
    }
  }

  private void createCosmos(String writer) {
    long number = cosmosFeed.send(writer);
    try {
      cosmos.createFed(writer, number);
      cosmosFeed.acknowledge(writer, number);
    } catch (RuntimeException e) {
      cosmosFeed.lose(writer, number);
      throw e;
    }
  }

  private void increment(Random random) {
    try {
      Document after =
          mongo
              .collection("counters")
              .findOneAndUpdate(
                  new Document("_id", "counter"),
                  new Document("$inc", new Document("n", 1L)),
                  new FindOneAndUpdateOptions().returnDocument(ReturnDocument.AFTER));
      counter.increment(after.getLong("n"));
    } catch (RuntimeException e) {
      counter.lose();
      throw e;
    }
  }

  /** How many inserts were acknowledged so far. */
  public long acknowledged() {
    return mongoFeed.acknowledged() + cosmosFeed.acknowledged();
  }

  /** How many requests of each writer were answered so far. */
  public Map<String, Long> written() {
    return writers.stream().collect(Collectors.toMap(ClientLoop::name, ClientLoop::done));
  }

  /** Begins new items and compares what was done to the old ones. */
  public void judgeItems() throws InterruptedException {
    RegisterLedger.Epoch ofMongo = mongoRegisters.turn();
    RegisterLedger.Epoch ofCosmos = cosmosRegisters.turn();
    mongoRegisters.judge(ofMongo);
    cosmosRegisters.judge(ofCosmos);
  }

  /** Stops the writers, lets the readers receive all, and compares the totals. */
  public void finish() throws InterruptedException {
    for (ClientLoop writer : writers) {
      writer.stop(STOP_MILLIS);
    }
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(FEED_SECONDS);
    while (!(mongoFeed.isComplete() && cosmosFeed.isComplete()) && System.nanoTime() < end) {
      TimeUnit.MILLISECONDS.sleep(50);
    }
    for (ClientLoop reader : readers) {
      reader.stop(STOP_MILLIS);
    }
    mongoFeed.requireComplete();
    cosmosFeed.requireComplete();
    judgeItems();
    Document found = mongo.collection("counters").find(new Document("_id", "counter")).first();
    counter.compare(found == null ? -1 : found.getLong("n"));
    bank.audit(new Random(0));
  }

  /** What was done, a line each. */
  public List<String> lines() {
    List<String> lines = new ArrayList<>();
    writers.forEach(client -> lines.add(client.describe()));
    readers.forEach(client -> lines.add(client.describe()));
    lines.add("mongo items: " + mongoRegisters);
    lines.add("cosmos items: " + cosmosRegisters);
    lines.add("mongo change stream: " + mongoFeed);
    lines.add("cosmos change feed: " + cosmosFeed);
    lines.add("mongo ttl: " + mongoTtl);
    lines.add("cosmos ttl: " + cosmosTtl);
    lines.add("mongo counter: " + counter);
    return lines;
  }

  /** What applications saw of errors, with how often. */
  public Map<String, Integer> errors() {
    Map<String, Integer> all = new TreeMap<>();
    writers.forEach(client -> client.errors().forEach((e, n) -> all.merge(e, n, Integer::sum)));
    readers.forEach(client -> client.errors().forEach((e, n) -> all.merge(e, n, Integer::sum)));
    return all;
  }

  @Override
  public void close() {
    try {
      for (ClientLoop each : writers) {
        each.stop(1);
      }
      for (ClientLoop each : readers) {
        each.stop(1);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    mongo.close();
    cosmos.close();
  }
}
