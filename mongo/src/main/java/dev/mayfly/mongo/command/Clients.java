package dev.mayfly.mongo.command;

import static java.util.Objects.requireNonNull;

import dev.mayfly.mongo.auth.Users;
import dev.mayfly.net.work.RequestExecutor;
import java.util.Collection;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;

/** Who is connected, and how much they have said. */
public final class Clients {
  private final AtomicInteger lastConnectionId = new AtomicInteger();
  private final AtomicInteger lastOperationId = new AtomicInteger();
  private final Map<Integer, Client> connected = new ConcurrentHashMap<>();
  private final LongAdder bytesIn = new LongAdder();
  private final LongAdder bytesOut = new LongAdder();
  private final LongAdder requests = new LongAdder();

  private final Users users;
  private volatile RequestExecutor workers = (from, task) -> task.run();

  public Clients(Users users) {
    this.users = requireNonNull(users, "users");
  }

  /** Says who runs what may take long; unless it is said, the calling thread does. */
  public void runOn(RequestExecutor executor) {
    workers = requireNonNull(executor, "executor");
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
  }

  public Collection<Client> connected() {
    return connected.values();
  }

  /** How many connections there ever were. */
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
