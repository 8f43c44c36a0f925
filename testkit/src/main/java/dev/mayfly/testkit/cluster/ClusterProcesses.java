package dev.mayfly.testkit.cluster;

import dev.mayfly.testkit.Await;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;

/**
 * The nodes of one cluster on this machine, each a process of its own, with a {@link Network}
 * between them.
 */
public final class ClusterProcesses implements AutoCloseable {
  public static final int NODES = 3;

  /** Three Java machines start at once, on a machine that may be busy. */
  private static final Duration PATIENCE = Duration.ofMinutes(10);

  private static final int PORT_FIRST = 12_000;
  private static final int PORTS = 16_000;

  private final String name;
  private final List<NodeProcess> nodes = new ArrayList<>();
  private final List<Optional<SmallDisk>> disks = new ArrayList<>();
  private final List<String> settings;
  private final Network network;
  private final FrontDoor door;
  private int ids = NODES;

  /**
   * Prepares a cluster; nothing runs yet.
   *
   * @param directory for data, logs and clocks
   * @param smallDiskMebibytes size of the disks of all nodes but the first, where a small file
   *     system can be mounted; 0: as large as that of the directory
   * @param settings of every node, as on the command line
   */
  public ClusterProcesses(
      String name, Path directory, int smallDiskMebibytes, List<String> settings)
      throws IOException, InterruptedException {
    this.name = name;
    this.settings = List.copyOf(settings);
    Files.createDirectories(directory);
    List<Integer> free = freePorts(NODES * 5);
    for (int i = 0; i < NODES; i++) {
      Path disk = directory.resolve("disk-" + (i + 1));
      Files.createDirectories(disk);
      disks.add(
          i == 0 || smallDiskMebibytes == 0
              ? Optional.empty()
              : SmallDisk.mount(disk, smallDiskMebibytes));
      List<Integer> own = free.subList(i * 5, i * 5 + 5);
      NodeProcess.Ports ports =
          new NodeProcess.Ports(own.get(0), own.get(1), own.get(2), own.get(3), own.get(4));
      nodes.add(new NodeProcess("n" + (i + 1), directory, disk.resolve("data"), ports));
    }
    network =
        new Network(nodes.stream().mapToInt(node -> node.ports().peer()).toArray(), this::pidOf);
    door = new FrontDoor(nodes);
  }

  private OptionalLong pidOf(int node) {
    return nodes.get(node).pid();
  }

  /**
   * Ports that are free now, all different, and below those that the kernel gives to connections: a
   * node that is started again finds its own still free.
   */
  private static List<Integer> freePorts(int count) {
    List<Integer> ports = new ArrayList<>();
    int first = (int) (ProcessHandle.current().pid() * count % PORTS);
    for (int i = 0; i < PORTS && ports.size() < count; i++) {
      int port = PORT_FIRST + (first + i) % PORTS;
      try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
        ports.add(socket.getLocalPort());
      } catch (IOException taken) {
        continue;
      }
    }
    if (ports.size() < count) {
      throw new IllegalStateException("there are no " + count + " free ports");
    }
    return ports;
  }

  public String name() {
    return name;
  }

  public List<NodeProcess> nodes() {
    return List.copyOf(nodes);
  }

  public NodeProcess node(int index) {
    return nodes.get(index);
  }

  /** The small disk of a node, if it has one. */
  public Optional<SmallDisk> disk(int index) {
    return disks.get(index);
  }

  public Network network() {
    return network;
  }

  /** Starts all nodes of a new cluster, or of one that was stopped. */
  public void startAll() throws IOException {
    for (int i = 0; i < nodes.size(); i++) {
      if (!nodes.get(i).isRunning()) {
        start(i);
      }
    }
  }

  /** Starts a node on what its disk has. */
  public void start(int index) throws IOException {
    nodes.get(index).start(arguments(index, false));
  }

  private List<String> arguments(int index, boolean join) {
    List<String> arguments = new ArrayList<>(List.of("--cluster", name, "--peers", peers()));
    arguments.addAll(List.of("--cluster-listen", "127.0.0.1:" + nodes.get(index).ports().peer()));
    arguments.addAll(settings);
    if (join) {
      arguments.add("--join");
    }
    return arguments;
  }

  private String peers() {
    List<String> peers = new ArrayList<>();
    for (int i = 0; i < nodes.size(); i++) {
      peers.add(nodes.get(i).id() + "=" + peerAddress(i));
    }
    return String.join(",", peers);
  }

  /** Where the others reach a node. */
  public String peerAddress(int index) {
    return "127.0.0.1:" + network.port(index);
  }

  /**
   * Deletes what a node has, which must have been removed from the cluster, and starts another one
   * in its place that waits to be added.
   *
   * @return the new node's id
   */
  public String replace(int index) throws IOException {
    NodeProcess node = nodes.get(index);
    node.wipe();
    node.rename("n" + ++ids);
    node.start(arguments(index, true));
    return node.id();
  }

  /** The place of the node that leads, by its own word and in the highest term; -1: none. */
  public int leader() throws InterruptedException {
    int leader = -1;
    long term = -1;
    for (int i = 0; i < nodes.size(); i++) {
      Optional<ClusterView> view = nodes.get(i).view();
      if (view.isPresent() && view.get().isLeader() && view.get().term() > term) {
        leader = i;
        term = view.get().term();
      }
    }
    return leader;
  }

  /** Waits until there is a leader. */
  public int awaitLeader() {
    int[] leader = {-1};
    Await.until("a leader", PATIENCE, () -> (leader[0] = leader()) >= 0);
    return leader[0];
  }

  /** Waits until all nodes run, know the same leader, and have a role. */
  public void awaitAll() {
    Await.until("all nodes know one leader", PATIENCE, this::isWhole);
  }

  /** True if all nodes run, know the same leader, and have a role. */
  public boolean isWhole() throws InterruptedException {
    List<ClusterView> views = new ArrayList<>();
    for (NodeProcess node : nodes) {
      node.view().ifPresent(views::add);
    }
    return views.size() == nodes.size()
        && views.stream().map(ClusterView::leader).distinct().count() == 1
        && views.get(0).leader().isPresent()
        && views.stream().filter(ClusterView::isLeader).count() == 1
        && views.stream().allMatch(view -> view.isLeader() || view.role().equals("follower"));
  }

  /** What all nodes say, for people. */
  public List<String> describe() {
    List<String> lines = new ArrayList<>();
    for (NodeProcess node : nodes) {
      try {
        lines.add(
            node.id()
                + " "
                + node.ports()
                + (node.isRunning() ? " runs, " : " does not run, ")
                + node.view().map(Objects::toString).orElse("no answer"));
        lines.addAll(node.lines().stream().map(line -> "  " + node.id() + ": " + line).toList());
      } catch (IOException e) {
        lines.add(node.id() + ": " + e);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
    return lines;
  }

  /**
   * What SDKs of Cosmos DB are given: a load balancer in front of all nodes. They send requests to
   * the nodes that it names, and come back to it when one of those is gone.
   */
  public int cosmosPort() {
    return door.port();
  }

  /** What drivers of MongoDB connect to: all nodes as one replica set. */
  public String mongoUri() {
    String hosts =
        nodes.stream()
            .map(node -> "localhost:" + node.ports().mongo())
            .collect(Collectors.joining(","));
    return "mongodb://" + hosts + "/?replicaSet=" + name;
  }

  @Override
  public void close() throws IOException {
    nodes.forEach(NodeProcess::close);
    door.close();
    network.close();
    for (Optional<SmallDisk> disk : disks) {
      if (disk.isPresent()) {
        try {
          disk.get().close();
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
        }
      }
    }
  }
}
