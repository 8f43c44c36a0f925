package dev.mayfly.server;

import static java.util.Objects.requireNonNull;

import dev.mayfly.net.tls.NodeCertificates;
import dev.mayfly.net.tls.TlsException;
import dev.mayfly.server.config.ClusterConfig;
import dev.mayfly.server.config.ConfigException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Sets up a replicated cluster, shows it and changes it, through the admin port of a node. */
@Command(
    name = "cluster",
    description = {
      "Sets up, shows and changes a replicated cluster. All but 'init' and 'restore' ask a node"
          + " that runs on this machine.",
      "Nodes are started with: mayfly serve --data DIR --cluster NAME --node-id ID --peers"
          + " ID=HOST:PORT,..."
    },
    synopsisSubcommandLabel = "COMMAND",
    mixinStandardHelpOptions = true,
    versionProvider = VersionLine.class)
final class ClusterCommand {
  private final Stores stores;
  private final Map<String, String> environment;

  @Spec private CommandSpec spec;

  private ClusterCommand(Stores stores, Map<String, String> environment) {
    this.stores = requireNonNull(stores, "stores");
    this.environment = Map.copyOf(environment);
  }

  static CommandLine commandLine(Stores stores, Map<String, String> environment) {
    return new CommandLine(new ClusterCommand(stores, environment));
  }

  /** Where to ask. */
  static final class AdminPort {
    @Option(
        names = "--admin-port",
        paramLabel = "N",
        defaultValue = "8080",
        description = "admin port of a node on this machine (8080)")
    private int port;
  }

  private AdminClient ask(AdminPort admin) {
    return new AdminClient(admin.port, environment);
  }

  private PrintWriter out() {
    return spec.commandLine().getOut();
  }

  @Command(
      name = "init",
      description = {
        "Makes the certificates by which nodes know each other: an authority of the cluster's own"
            + " and a directory for each node. Run it again to add nodes or to renew certificates.",
        "Copy the directory of a node to its machine, and name it there with"
            + " --cluster-certificates. Keep authority-key.pem where no node runs."
      },
      mixinStandardHelpOptions = true)
  int init(
      @Parameters(paramLabel = "DIR", description = "where the authority and the directories are")
          Path directory,
      @Option(
              names = "--cluster",
              paramLabel = "NAME",
              required = true,
              description = "name of the cluster")
          String name,
      @Option(
              names = "--peers",
              paramLabel = "ID=HOST:PORT,...",
              required = true,
              description = "the nodes, as 'serve' has them")
          String peers) {
    try {
      ClusterConfig.peers(peers)
          .forEach(
              (id, address) -> {
                Path made =
                    NodeCertificates.make(
                        directory, name, id, List.of(ClusterConfig.host(address)), Instant.now());
                out().println(id + ": " + made);
              });
    } catch (TlsException e) {
      throw new ConfigException(e.getMessage(), e);
    }
    return 0;
  }

  @Command(
      name = "status",
      description = "Shows the nodes, who leads, and how far each is.",
      mixinStandardHelpOptions = true)
  int status(@CommandLine.Mixin AdminPort admin) {
    show(ask(admin).send("GET", "/cluster"));
    return 0;
  }

  private void show(BsonDocument cluster) {
    BsonValue leader = cluster.get("leader");
    out()
        .println(
            "cluster %s: this node, %s, is %s; leader %s; term %s"
                .formatted(
                    text(cluster.get("name")),
                    text(cluster.get("nodeId")),
                    text(cluster.get("role")),
                    text(leader),
                    text(cluster.get("term"))));
    for (BsonValue each : cluster.getArray("nodes", new BsonArray())) {
      BsonDocument node = each.asDocument();
      out()
          .println(
              "  %-8s %-24s %-9s applied %-10s heard %-10s mongodb %-22s cosmos %s"
                  .formatted(
                      text(node.get("id")),
                      text(node.get("peer")),
                      node.get("id").equals(leader) ? "leader" : "follower",
                      text(node.get("appliedIndex")),
                      ago(node.get("lastHeardMillisAgo")),
                      text(node.get("mongo")),
                      text(node.get("cosmos"))));
    }
  }

  private static String ago(BsonValue millis) {
    return millis == null || millis.isNull() ? "-" : text(millis) + " ms ago";
  }

  private static String text(BsonValue value) {
    if (value == null || value.isNull()) {
      return "-";
    }
    return value.isString()
        ? value.asString().getValue()
        : Long.toString(value.asNumber().longValue());
  }

  @Command(
      name = "add",
      description = {
        "Makes a node a member that was started with --join. Returns when it has caught up."
      },
      mixinStandardHelpOptions = true)
  int add(
      @Parameters(paramLabel = "ID", description = "id of the node") String id,
      @Parameters(paramLabel = "HOST:PORT", description = "where the other nodes reach it")
          String address,
      @CommandLine.Mixin AdminPort admin) {
    String path =
        "/cluster/add?id=" + AdminClient.part(id) + "&address=" + AdminClient.part(address);
    show(ask(admin).sendLong("POST", path));
    return 0;
  }

  @Command(
      name = "remove",
      description = "Takes a node out of the cluster, running or not. Its id is not used again.",
      mixinStandardHelpOptions = true)
  int remove(
      @Parameters(paramLabel = "ID", description = "id of the node") String id,
      @CommandLine.Mixin AdminPort admin) {
    show(ask(admin).sendLong("POST", "/cluster/remove?id=" + AdminClient.part(id)));
    return 0;
  }

  @Command(
      name = "transfer-leader",
      description =
          "Makes another node the leader, for example before the machine of this one stops.",
      mixinStandardHelpOptions = true)
  int transferLeader(
      @Option(
              names = "--to",
              paramLabel = "ID",
              description = "the node; unless given, the one that is least behind")
          String id,
      @CommandLine.Mixin AdminPort admin) {
    String path = "/cluster/transfer-leader" + (id == null ? "" : "?to=" + AdminClient.part(id));
    show(ask(admin).send("POST", path));
    return 0;
  }

  @Command(
      name = "backup",
      description = {
        "Copies the rows of the node that is asked, leader or follower, into its backup directory."
      },
      mixinStandardHelpOptions = true)
  int backup(
      @Parameters(paramLabel = "NAME", description = "name of the backup") String name,
      @CommandLine.Mixin AdminPort admin) {
    BsonDocument made = ask(admin).sendLong("POST", "/backup?name=" + AdminClient.part(name));
    out().println("Backup in " + text(made.get("directory")));
    return 0;
  }

  @Command(
      name = "check",
      description = {
        "Compares the rows of all nodes as of one moment, while they are in use.",
        "Exit code 0: all nodes answered and are equal; 1: not."
      },
      mixinStandardHelpOptions = true)
  int check(@CommandLine.Mixin AdminPort admin) {
    BsonDocument found = ask(admin).sendLong("POST", "/cluster/check");
    found.getArray("differences").forEach(each -> out().println(text(each)));
    found.getArray("missing").forEach(each -> out().println(text(each) + " did not answer"));
    boolean equal = found.getBoolean("equal").getValue();
    out()
        .println(
            "%s rows at index %s compared on %s nodes: %s"
                .formatted(
                    text(found.get("rows")),
                    text(found.get("index")),
                    found.getArray("compared").size(),
                    equal ? "all are equal." : "they are not all known to be equal."));
    return equal ? 0 : CommandErrors.FAILED;
  }

  @Command(
      name = "restore",
      description = {
        "Makes the data directory of the first node of a new cluster of a backup. Start that node"
            + " with itself as the only peer, then add the others with --join and 'cluster add'."
      },
      mixinStandardHelpOptions = true)
  int restore(
      @Parameters(paramLabel = "BACKUP", description = "a backup of a node or of a server")
          Path backup,
      @Option(
              names = "--data",
              paramLabel = "DIR",
              required = true,
              description = "the new data directory; must not exist, or be empty")
          Path directory,
      @Option(
              names = "--cluster",
              paramLabel = "NAME",
              required = true,
              description = "name of the cluster")
          String name,
      @Option(
              names = "--node-id",
              paramLabel = "ID",
              required = true,
              description = "id of the first node")
          String nodeId,
      @Option(
              names = "--peers",
              paramLabel = "ID=HOST:PORT",
              required = true,
              description = "that node with its address")
          String peers) {
    stores.restoreNode(backup, directory, name, nodeId, ClusterConfig.peers(peers));
    out()
        .println(
            "Restored into "
                + directory
                + ". Start the node with: mayfly serve --data "
                + directory
                + " --cluster "
                + name
                + " --node-id "
                + nodeId
                + " --peers "
                + peers
                + " and, when the data and the clock are right, POST /purge/confirm.");
    return 0;
  }
}
