package dev.mayfly.torture.cluster;

import dev.mayfly.testkit.cluster.ClusterProcesses;
import dev.mayfly.testkit.cluster.Network;
import dev.mayfly.testkit.cluster.NodeProcess;
import dev.mayfly.testkit.cluster.SmallDisk;
import dev.mayfly.torture.ledger.Violation;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/** Brings faults about and takes them back. */
final class FaultInjector {
  private static final int SECONDS_MAX = 6;
  private static final long ARRIVAL_MILLIS = 500;
  private static final long[] SKEWS_MILLIS = {
    -600_000, -30_000, -5_000, -1_500, 400, 1_500, 5_000, 30_000, 600_000
  };

  private final ClusterProcesses cluster;
  private final LongSupplier acknowledged;
  private final Random random;

  /**
   * @param acknowledged how many writes were acknowledged so far
   */
  FaultInjector(ClusterProcesses cluster, LongSupplier acknowledged, Random random) {
    this.cluster = cluster;
    this.acknowledged = acknowledged;
    this.random = random;
  }

  /**
   * Does it and takes it back; afterwards the cluster may need some time.
   *
   * @return what was done, for people; empty if it can't be done here
   */
  Optional<String> inject(Fault fault) throws IOException, InterruptedException {
    int leader = cluster.awaitLeader();
    int follower = other(leader);
    NodeProcess leading = cluster.node(leader);
    Network network = cluster.network();
    switch (fault) {
      case KILL_LEADER -> {
        leading.kill();
        pass(random.nextInt(4) == 0 ? 0 : SECONDS_MAX);
        cluster.start(leader);
        return Optional.of(leading.id());
      }
      case KILL_FOLLOWER -> {
        cluster.node(follower).kill();
        pass(SECONDS_MAX);
        cluster.start(follower);
        return Optional.of(cluster.node(follower).id());
      }
      case KILL_ALL -> {
        for (NodeProcess node : cluster.nodes()) {
          node.kill();
        }
        cluster.startAll();
        return Optional.of("all nodes");
      }
      case LOSE_MAJORITY -> {
        return Optional.of(loseMajority());
      }
      case PAUSE_LEADER -> {
        leading.pause();
        pass(SECONDS_MAX + 2);
        leading.resume();
        return Optional.of(leading.id());
      }
      case ISOLATE_LEADER, ISOLATE_FOLLOWER -> {
        int node = fault == Fault.ISOLATE_LEADER ? leader : follower;
        boolean hold = random.nextBoolean();
        network.isolate(node, hold);
        pass(SECONDS_MAX + 2);
        network.heal();
        return Optional.of(cluster.node(node).id() + (hold ? ", bytes held" : ", refused"));
      }
      case CUT_PAIR -> {
        network.close(leader, follower);
        pass(SECONDS_MAX);
        network.heal();
        return Optional.of(leading.id() + " and " + cluster.node(follower).id());
      }
      case ONE_WAY -> {
        boolean sends = random.nextBoolean();
        int node = random.nextInt(3) == 0 ? follower : leader;
        for (int each = 0; each < ClusterProcesses.NODES; each++) {
          if (each != node) {
            network.hold(sends ? node : each, sends ? each : node);
          }
        }
        pass(SECONDS_MAX + 2);
        network.heal();
        return Optional.of((sends ? "from " : "to ") + cluster.node(node).id());
      }
      case FLAP -> {
        int node = random.nextBoolean() ? leader : follower;
        for (int i = 0; i < 8; i++) {
          network.isolate(node, random.nextBoolean());
          TimeUnit.MILLISECONDS.sleep(random.nextInt(900));
          network.heal();
          TimeUnit.MILLISECONDS.sleep(random.nextInt(900));
        }
        return Optional.of(cluster.node(node).id());
      }
      case DELAY -> {
        Duration delay = Duration.ofMillis(5 + random.nextInt(200));
        for (int from = 0; from < ClusterProcesses.NODES; from++) {
          for (int to = 0; to < ClusterProcesses.NODES; to++) {
            if (from != to && random.nextBoolean()) {
              network.delay(from, to, delay);
            }
          }
        }
        pass(SECONDS_MAX);
        network.heal();
        return Optional.of(delay.toMillis() + " ms on half of the ways");
      }
      case SKEW -> {
        return Optional.of(skew(leader, follower));
      }
      case FULL_DISK -> {
        return fillDisk(leader, follower);
      }
      case REPLACE -> {
        return Optional.of(replace(random.nextInt(3) == 0 ? leader : follower));
      }
      case TRANSFER -> {
        Operator.transferLeader(leading, cluster.node(follower).id());
        return Optional.of("to " + cluster.node(follower).id());
      }
      case ROLLING_RESTART -> {
        for (int i = 0; i < ClusterProcesses.NODES; i++) {
          cluster.node(i).stop();
          cluster.start(i);
          cluster.awaitAll();
        }
        return Optional.of("all nodes");
      }
      default -> throw new IllegalArgumentException(fault.name());
    }
  }

  private int other(int node) {
    return (node + 1 + random.nextInt(ClusterProcesses.NODES - 1)) % ClusterProcesses.NODES;
  }

  private void pass(int secondsMax) throws InterruptedException {
    if (secondsMax > 0) {
      TimeUnit.MILLISECONDS.sleep(500 + random.nextInt(secondsMax * 1000 - 500));
    }
  }

  private String loseMajority() throws IOException, InterruptedException {
    int left = random.nextInt(ClusterProcesses.NODES);
    for (int i = 0; i < ClusterProcesses.NODES; i++) {
      if (i != left) {
        cluster.node(i).kill();
      }
    }
    // What the nodes had acknowledged arrives.
    TimeUnit.MILLISECONDS.sleep(ARRIVAL_MILLIS);
    long before = acknowledged.getAsLong();
    pass(SECONDS_MAX);
    long during = acknowledged.getAsLong() - before;
    cluster.startAll();
    if (during != 0) {
      throw new Violation(during + " writes were acknowledged by one node of three");
    }
    return "all but " + cluster.node(left).id();
  }

  private String skew(int leader, int follower) throws IOException, InterruptedException {
    int node = random.nextBoolean() ? leader : follower;
    Duration by = Duration.ofMillis(SKEWS_MILLIS[random.nextInt(SKEWS_MILLIS.length)]);
    cluster.node(node).skew(by);
    pass(SECONDS_MAX);
    boolean restart = random.nextInt(4) == 0;
    if (restart) {
      cluster.node(node).kill();
    }
    cluster.node(node).skew(Duration.ZERO);
    if (restart) {
      cluster.start(node);
    }
    return cluster.node(node).id() + " by " + by.toMillis() + " ms";
  }

  private Optional<String> fillDisk(int leader, int follower)
      throws IOException, InterruptedException {
    int node = cluster.disk(leader).isPresent() && random.nextBoolean() ? leader : follower;
    Optional<SmallDisk> disk = cluster.disk(node);
    if (disk.isEmpty()) {
      node = node == leader ? follower : leader;
      disk = cluster.disk(node);
    }
    if (disk.isEmpty()) {
      return Optional.empty();
    }
    disk.get().fill(random.nextBoolean() ? 0 : 1 << 20);
    pass(SECONDS_MAX);
    disk.get().relieve();
    NodeProcess full = cluster.node(node);
    if (!full.isRunning()) {
      cluster.start(node);
      return Optional.of(full.id() + ", which ended");
    }
    return Optional.of(full.id());
  }

  private String replace(int node) throws IOException, InterruptedException {
    NodeProcess lost = cluster.node(node);
    String lostId = lost.id();
    lost.kill();
    int operator = cluster.awaitLeader();
    Operator.remove(cluster.node(operator), lostId);
    String id = cluster.replace(node);
    Operator.add(cluster.node(cluster.awaitLeader()), id, cluster.peerAddress(node));
    return lostId + " by " + id;
  }
}
