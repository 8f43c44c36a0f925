package dev.mayfly.server;

import dev.mayfly.server.config.ConfigLoader;
import dev.mayfly.server.config.Setting;
import dev.mayfly.testkit.Await;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import org.bson.BsonDocument;

/** Nodes of one cluster in this process, on loopback. */
final class TestCluster implements AutoCloseable {
  static final String NAME = "mayflies";

  private final Path directory;
  private final HttpClient http = HttpClient.newHttpClient();
  private final Map<String, String> peers = new TreeMap<>();
  private final Map<String, RunningServer> running = new TreeMap<>();

  /** The data ports of each node, which stay the same when it is started again. */
  private final Map<String, Map<Setting, String>> ports = new TreeMap<>();

  private TestCluster(Path directory) {
    this.directory = directory;
  }

  /** Starts nodes n1, n2, … and waits until they have a leader. */
  static TestCluster start(Path directory, int nodes) throws IOException {
    TestCluster cluster = new TestCluster(directory);
    for (int i = 1; i <= nodes; i++) {
      cluster.peers.put("n" + i, "127.0.0.1:" + freePort());
    }
    try {
      List<CompletableFuture<Void>> starts = new ArrayList<>();
      for (String id : cluster.peers.keySet()) {
        starts.add(CompletableFuture.runAsync(() -> cluster.startNode(id, Map.of())));
      }
      starts.forEach(CompletableFuture::join);
      cluster.leader();
      return cluster;
    } catch (RuntimeException e) {
      cluster.close();
      throw e;
    }
  }

  static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  /** Adds a node to those that may be started; its address. */
  String name(String id) throws IOException {
    String address = "127.0.0.1:" + freePort();
    peers.put(id, address);
    return address;
  }

  void startNode(String id, Map<Setting, String> more) {
    Map<Setting, String> settings = new EnumMap<>(Setting.class);
    settings.put(Setting.DATA, directory.resolve(id).toString());
    settings.put(Setting.CLUSTER, NAME);
    settings.put(Setting.NODE_ID, id);
    settings.put(
        Setting.PEERS,
        peers.entrySet().stream()
            .map(peer -> peer.getKey() + "=" + peer.getValue())
            .collect(Collectors.joining(",")));
    settings.put(Setting.ADMIN_PORT, "0");
    synchronized (this) {
      settings.putAll(
          ports.getOrDefault(
              id,
              Map.of(
                  Setting.COSMOS_PORT,
                  "0",
                  Setting.COSMOS_DIRECT_PORT,
                  "0",
                  Setting.MONGO_PORT,
                  "0")));
    }
    settings.putAll(more);
    RunningServer server =
        RunningServer.start(
            ConfigLoader.load(settings, Optional.empty(), Map.of()), new EngineStores());
    synchronized (this) {
      running.put(id, server);
      ports.put(
          id,
          Map.of(
              Setting.COSMOS_PORT,
              Integer.toString(server.cosmosPort()),
              Setting.COSMOS_DIRECT_PORT,
              Integer.toString(server.cosmosDirectPort().orElseThrow()),
              Setting.MONGO_PORT,
              Integer.toString(server.mongoPort())));
    }
  }

  synchronized List<String> ids() {
    return List.copyOf(running.keySet());
  }

  synchronized RunningServer node(String id) {
    return running.get(id);
  }

  void stop(String id) {
    RunningServer server;
    synchronized (this) {
      server = running.remove(id);
    }
    server.close();
  }

  BsonDocument get(String id, String path) {
    return send(id, HttpRequest.newBuilder().GET(), path);
  }

  BsonDocument post(String id, String path) {
    return send(id, HttpRequest.newBuilder().POST(BodyPublishers.noBody()), path);
  }

  private BsonDocument send(String id, HttpRequest.Builder request, String path) {
    return BsonDocument.parse(text(id, request, path));
  }

  String text(String id, String path) {
    return text(id, HttpRequest.newBuilder().GET(), path);
  }

  private String text(String id, HttpRequest.Builder request, String path) {
    URI uri = URI.create("http://127.0.0.1:" + node(id).adminPort() + path);
    try {
      return http.send(request.uri(uri).build(), BodyHandlers.ofString()).body();
    } catch (IOException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  String role(String id) {
    return get(id, "/cluster").getString("role").getValue();
  }

  /** The id of the node that leads, when all that run agree. */
  String leader() {
    Await.until("the nodes agree on a leader", () -> agreed().isPresent());
    return agreed().orElseThrow();
  }

  private Optional<String> agreed() {
    List<String> seen =
        ids().stream()
            .map(id -> get(id, "/cluster").get("leader"))
            .map(leader -> leader == null || leader.isNull() ? "" : leader.asString().getValue())
            .distinct()
            .toList();
    return seen.size() == 1 && ids().contains(seen.get(0)) && role(seen.get(0)).equals("leader")
        ? Optional.of(seen.get(0))
        : Optional.empty();
  }

  /** Waits until a node has applied what is committed now. */
  void awaitApplied(String id) {
    long committed = get(leader(), "/cluster").getNumber("commitIndex").longValue();
    Await.until(
        id + " has applied what was committed",
        () -> get(id, "/cluster").getNumber("appliedIndex").longValue() >= committed);
  }

  List<String> followers() {
    String leader = leader();
    return ids().stream().filter(id -> !id.equals(leader)).toList();
  }

  /** All nodes as seeds, as an application has them. */
  String mongoUri(String options) {
    return ids().stream()
            .map(id -> "127.0.0.1:" + node(id).mongoPort())
            .collect(Collectors.joining(",", "mongodb://", "/?replicaSet=" + NAME))
        + options;
  }

  @Override
  public void close() {
    List<CompletableFuture<Void>> ends = new ArrayList<>();
    for (String id : ids()) {
      ends.add(CompletableFuture.runAsync(() -> stop(id)));
    }
    ends.forEach(CompletableFuture::join);
  }
}
