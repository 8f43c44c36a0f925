package dev.mayfly.bench.cluster;

import dev.mayfly.bench.process.MayflyServer;
import dev.mayfly.bench.process.ProcessView;
import dev.mayfly.bench.process.ProcessorTime;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.bson.Document;

/** Three nodes of one cluster on this machine, started with the launcher. */
final class ClusterServers implements AutoCloseable {
  static final String NAME = "bench";

  private static final int NODES = 3;
  private static final int PORTS_EACH = 5;
  private static final long PATIENCE_SECONDS = 90;
  private static final HttpClient HTTP =
      HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(2)).build();

  private final List<Path> directories;
  private final List<List<Integer>> ports = new ArrayList<>();
  private final List<MayflyServer> servers = new ArrayList<>();

  private ClusterServers(List<Path> directories) {
    this.directories = directories;
  }

  /** Starts all of them and waits for a leader. */
  static ClusterServers start(List<Path> directories) throws IOException, InterruptedException {
    ClusterServers cluster = new ClusterServers(List.copyOf(directories));
    List<Integer> free = freePorts();
    for (int i = 0; i < NODES; i++) {
      cluster.ports.add(free.subList(i * PORTS_EACH, (i + 1) * PORTS_EACH));
    }
    // A node may get ready only when most of them run.
    List<CompletableFuture<MayflyServer>> starting = new ArrayList<>();
    for (int i = 0; i < NODES; i++) {
      int node = i;
      starting.add(CompletableFuture.supplyAsync(() -> cluster.launch(node)));
    }
    try {
      starting.forEach(each -> cluster.servers.add(each.join()));
      cluster.awaitLeader();
      return cluster;
    } catch (CompletionException e) {
      starting.forEach(each -> each.thenAccept(MayflyServer::close));
      throw new IOException("A node did not start", e.getCause());
    }
  }

  private static List<Integer> freePorts() throws IOException {
    List<ServerSocket> sockets = new ArrayList<>();
    try {
      for (int i = 0; i < NODES * PORTS_EACH; i++) {
        sockets.add(new ServerSocket(0, 1, InetAddress.getLoopbackAddress()));
      }
      return sockets.stream().map(ServerSocket::getLocalPort).toList();
    } finally {
      for (ServerSocket socket : sockets) {
        socket.close();
      }
    }
  }

  private MayflyServer launch(int node) {
    List<String> peers = new ArrayList<>();
    for (int i = 0; i < NODES; i++) {
      peers.add("n" + (i + 1) + "=127.0.0.1:" + ports.get(i).get(0));
    }
    List<String> settings = new ArrayList<>(List.of("--cluster", NAME));
    settings.addAll(List.of("--node-id", "n" + (node + 1), "--peers", String.join(",", peers)));
    List<String> names =
        List.of("--cosmos-port", "--cosmos-direct-port", "--mongo-port", "--admin-port");
    for (int i = 0; i < names.size(); i++) {
      settings.addAll(List.of(names.get(i), Integer.toString(ports.get(node).get(i + 1))));
    }
    try {
      return MayflyServer.startOnAllCores(directories.get(node), settings);
    } catch (IOException e) {
      throw new CompletionException(e);
    }
  }

  /** What drivers of MongoDB connect to. */
  String mongoUri() {
    return ports.stream()
        .map(own -> "localhost:" + own.get(3))
        .collect(Collectors.joining(",", "mongodb://", "/?replicaSet=" + NAME));
  }

  /** What all nodes together have taken. */
  ProcessorTime all() {
    List<ProcessView> views =
        servers.stream().map(server -> new ProcessView(server.process().pid())).toList();
    return () -> {
      double seconds = 0;
      for (ProcessView view : views) {
        seconds += view.processorSeconds();
      }
      return seconds;
    };
  }

  /** What one node has taken. */
  ProcessorTime one(int node) {
    return new ProcessView(servers.get(node).process().pid());
  }

  /** The node that says it leads; waits until there is one. */
  int awaitLeader() throws InterruptedException, IOException {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
    while (System.nanoTime() - end < 0) {
      for (int node = 0; node < NODES; node++) {
        if (servers.get(node).process().isAlive() && role(node).equals("leader")) {
          return node;
        }
      }
      TimeUnit.MILLISECONDS.sleep(100);
    }
    throw new IOException("There is no leader after " + PATIENCE_SECONDS + " s");
  }

  private String role(int node) throws InterruptedException {
    URI uri = URI.create("http://127.0.0.1:" + ports.get(node).get(4) + "/cluster");
    try {
      String answer =
          HTTP.send(
                  HttpRequest.newBuilder(uri).timeout(Duration.ofSeconds(2)).build(),
                  BodyHandlers.ofString())
              .body();
      return String.valueOf(Document.parse(answer).get("role"));
    } catch (IOException | RuntimeException e) {
      return "silent";
    }
  }

  /** Ends a node at once; returns when it has ended. */
  void kill(int node) throws InterruptedException {
    servers.get(node).process().kill();
  }

  /** Starts a node that was killed, and waits until it follows. */
  void restart(int node) throws InterruptedException, IOException {
    servers.set(node, launch(node));
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
    while (!role(node).equals("follower") && !role(node).equals("leader")) {
      if (System.nanoTime() - end > 0) {
        throw new IOException("The node that was killed does not follow again");
      }
      TimeUnit.MILLISECONDS.sleep(100);
    }
  }

  @Override
  public void close() {
    servers.forEach(MayflyServer::close);
  }
}
