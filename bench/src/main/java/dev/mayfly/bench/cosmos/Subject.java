package dev.mayfly.bench.cosmos;

import dev.mayfly.bench.client.CosmosClient;
import dev.mayfly.bench.load.Load;
import dev.mayfly.bench.load.Meter;
import dev.mayfly.bench.process.ChildServer;
import dev.mayfly.bench.process.ProcessView;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** A server that is measured, with its items. */
final class Subject {
  private final String name;
  private final ChildServer process;
  private final int port;
  private final boolean secure;
  private final ProcessView view;
  private final byte[][] items;
  private final AtomicInteger created;

  /**
   * @param items those that it will have
   */
  Subject(String name, ChildServer process, int port, boolean secure, byte[][] items) {
    this.name = name;
    this.process = process;
    this.port = port;
    this.secure = secure;
    this.view = new ProcessView(process.pid());
    this.items = items;
    this.created = new AtomicInteger(items.length);
  }

  /** The same server without TLS. */
  Subject plain() {
    return new Subject(name, process, port, false, items);
  }

  String name() {
    return name;
  }

  ChildServer process() {
    return process;
  }

  ProcessView view() {
    return view;
  }

  /** Those that it has; not to be changed. */
  byte[][] items() {
    return items;
  }

  /** Makes the container and all items; returns what protects the connection. */
  String load() throws IOException {
    try (CosmosClient client = CosmosClient.connect(port, secure)) {
      client.createDatabase();
      client.createContainer("");
      for (int i = 0; i < items.length; i++) {
        Operation.CREATE.once(client, items[i], i);
      }
      return client.connection().protection();
    }
  }

  /** How long the body of an answer to a read is. */
  int answerBytes() throws IOException {
    try (CosmosClient client = CosmosClient.connect(port, secure)) {
      return CosmosClient.expect(200, client.read(OrderItems.id(0), OrderItems.partition(0)))
          .bodyLength();
    }
  }

  /** What a client does with this server instead of an operation on items. */
  interface Exchange {
    void once(CosmosClient client, int number) throws IOException;
  }

  /** Does an operation with random items, as often as can be, over so many connections. */
  Load measure(Operation operation, int connections, long millis) throws Exception {
    return measure(
        (client, number) -> {
          if (operation == Operation.CREATE) {
            int fresh = created.getAndIncrement();
            operation.once(client, OrderItems.json(fresh), fresh);
          } else {
            operation.once(client, items[number], number);
          }
        },
        connections,
        millis);
  }

  Load measure(Exchange exchange, int connections, long millis) throws Exception {
    List<CosmosClient> clients = new ArrayList<>();
    try {
      for (int i = 0; i < connections; i++) {
        CosmosClient client = CosmosClient.connect(port, secure);
        clients.add(client);
        // The first request is a little more than the others: it ends the handshake.
        exchange.once(client, i);
      }
      return measure(exchange, clients, millis);
    } finally {
      for (CosmosClient client : clients) {
        client.close();
      }
    }
  }

  private Load measure(Exchange exchange, List<CosmosClient> clients, long millis)
      throws Exception {
    return Meter.measure(
        view,
        clients.size(),
        millis,
        items.length,
        (worker, number) -> exchange.once(clients.get(worker), number));
  }
}
