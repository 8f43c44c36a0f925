package dev.mayfly.mongo.call;

import static java.util.Objects.requireNonNull;

import dev.mayfly.mongo.auth.Users;
import dev.mayfly.net.work.RequestExecutor;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;
import java.util.function.IntSupplier;
import java.util.function.Supplier;
import org.bson.BsonDocument;

/** The connected clients, with counters. */
public final class Clients {
  private final AtomicInteger lastConnectionId = new AtomicInteger();
  private final AtomicInteger lastOperationId = new AtomicInteger();
  private final Map<Integer, Client> connected = new ConcurrentHashMap<>();
  private final LongAdder bytesIn = new LongAdder();
  private final LongAdder bytesOut = new LongAdder();
  private final LongAdder requests = new LongAdder();

  private final Users users;
  private volatile Function<String, List<BsonDocument>> idleTransactions = owner -> List.of();
  private volatile Supplier<List<BsonDocument>> builds = List::of;
  private volatile RequestExecutor workers = (from, task) -> task.run();
  private volatile IntSupplier writtenNodes = () -> 1;

  public Clients(Users users) {
    this.users = requireNonNull(users, "users");
  }

  /** Sets the executor of long work; by default the calling thread. */
  public void runOn(RequestExecutor executor) {
    workers = requireNonNull(executor, "executor");
  }

  /** Sets who describes the open transactions that no command runs in. */
  public void describeTransactionsBy(Function<String, List<BsonDocument>> describer) {
    idleTransactions = requireNonNull(describer, "describer");
  }

  /** Sets who describes the builds of indexes and date TTLs. */
  public void describeBuildsBy(Supplier<List<BsonDocument>> describer) {
    builds = requireNonNull(describer, "describer");
  }

  /** The builds of indexes and date TTLs that are running, for currentOp. */
  public List<BsonDocument> builds() {
    return builds.get();
  }

  /**
   * The open transactions that no command runs in, for currentOp.
   *
   * @param owner of the sessions; null for all
   */
  public List<BsonDocument> idleTransactions(String owner) {
    return idleTransactions.apply(owner);
  }

  /** Sets on how many nodes an acknowledged write is; by default on one. */
  public void writesAreOn(IntSupplier nodes) {
    writtenNodes = requireNonNull(nodes, "nodes");
  }

  /** On how many nodes at least a write is that was acknowledged. */
  public int writtenNodes() {
    return writtenNodes.getAsInt();
  }

  RequestExecutor workers() {
    return workers;
  }

  public Client enter(boolean cosmos, ClientChannel channel) {
    Client client = new Client(lastConnectionId.incrementAndGet(), cosmos, channel, users, this);
    connected.put(client.connectionId(), client);
    return client;
  }

  public void leave(Client client) {
    connected.remove(client.connectionId());
    client.disconnect();
  }

  public Collection<Client> connected() {
    return connected.values();
  }

  /** The number of connections created so far. */
  public int enteredTotal() {
    return lastConnectionId.get();
  }

  public int nextOperationId() {
    return lastOperationId.incrementAndGet();
  }

  public void received(int bytes) {
    requests.increment();
    bytesIn.add(bytes);
  }

  public void sent(int bytes) {
    bytesOut.add(bytes);
  }

  public long requestsTotal() {
    return requests.sum();
  }

  public long bytesInTotal() {
    return bytesIn.sum();
  }

  public long bytesOutTotal() {
    return bytesOut.sum();
  }
}
