package dev.mayfly.server.config;

import static java.util.Objects.requireNonNull;

import dev.mayfly.net.tls.NodeCertificates;
import dev.mayfly.net.tls.TlsException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The cluster that a server is a node of.
 *
 * @param name of the cluster and of the replica set that MongoDB's clients see
 * @param nodeId of this node
 * @param peers addresses by node id, this node's among them
 * @param join whether it waits to be added to a running cluster
 * @param listen where it listens for the others; empty: at its own address among the peers
 * @param certificates what the nodes know each other by; empty on loopback only
 * @param advertised host under which clients reach this node
 * @param logMebibytes how much of the log is kept for nodes that come back
 */
public record ClusterConfig(
    String name,
    String nodeId,
    Map<String, String> peers,
    boolean join,
    Optional<String> listen,
    Optional<Path> certificates,
    Optional<String> advertised,
    int logMebibytes,
    Duration electionTimeout) {
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9_.-]{0,62}");
  private static final Pattern ADDRESS = Pattern.compile("(.+):([0-9]{1,5})");
  private static final Pattern PEER = Pattern.compile("([^=]+)=" + ADDRESS);
  private static final int PORT_MAX = 65_535;

  public ClusterConfig {
    requireNonNull(name, "name");
    requireNonNull(nodeId, "nodeId");
    requireNonNull(advertised, "advertised");
    requireNonNull(certificates, "certificates");
    requireNonNull(electionTimeout, "electionTimeout");
    requireNonNull(listen, "listen");
    peers = Map.copyOf(peers);
    listen.ifPresent(address -> checkListen(address, !certificates.isEmpty()));
    checkName("cluster", name);
    checkName("node-id", nodeId);
    if (!peers.containsKey(nodeId)) {
      throw new ConfigException(
          "peers are "
              + new TreeMap<>(peers)
              + " and do not name this node, "
              + nodeId
              + ": add "
              + nodeId
              + "=HOST:PORT, the address at which the other nodes reach it");
    }
    if (join && peers.size() < 2) {
      throw new ConfigException(
          "join needs a running node: name at least one of the cluster's nodes in peers");
    }
    if (certificates.isEmpty()) {
      for (Map.Entry<String, String> peer : peers.entrySet()) {
        if (!isLoopback(host(peer.getValue()))) {
          throw new ConfigException(
              "peers name "
                  + peer.getKey()
                  + "="
                  + peer.getValue()
                  + ", which is not on this machine, and nodes talk to other machines over mutual"
                  + " TLS only: make certificates with 'mayfly cluster init' and give this node's"
                  + " directory with --cluster-certificates DIR");
        }
      }
    } else {
      checkCertificates(certificates.get(), host(peers.get(nodeId)));
    }
  }

  private static void checkListen(String address, boolean tls) {
    Matcher matcher = ADDRESS.matcher(address);
    if (!matcher.matches() || !isPort(matcher.group(2))) {
      throw new ConfigException("cluster-listen is '" + address + "'; expected HOST:PORT");
    }
    if (!tls && !isLoopback(host(address))) {
      throw new ConfigException(
          "cluster-listen is "
              + address
              + ", which other machines reach, and nodes talk to those over mutual TLS only: make"
              + " certificates with 'mayfly cluster init' and give this node's directory with"
              + " --cluster-certificates DIR");
    }
  }

  private static void checkCertificates(Path directory, String host) {
    try {
      NodeCertificates.check(directory, host, Instant.now());
    } catch (TlsException e) {
      throw new ConfigException("cluster-certificates: " + e.getMessage(), e);
    }
  }

  private static void checkName(String setting, String value) {
    if (!NAME.matcher(value).matches()) {
      throw new ConfigException(
          setting
              + " is '"
              + value
              + "'; use 1 to 63 letters, digits, '.', '_' or '-', a letter or digit first");
    }
  }

  /** Reads {@code n1=host:port,n2=host:port}. */
  public static Map<String, String> peers(String text) {
    Map<String, String> peers = new TreeMap<>();
    for (String each : text.strip().split("\\s*,\\s*")) {
      Matcher peer = PEER.matcher(each);
      if (!peer.matches() || !isPort(peer.group(3))) {
        throw new ConfigException(
            "peers have '" + each + "'; expected ID=HOST:PORT, with commas between nodes");
      }
      checkName("a node's id in peers", peer.group(1));
      if (peers.put(peer.group(1), peer.group(2) + ":" + peer.group(3)) != null) {
        throw new ConfigException("peers name the node " + peer.group(1) + " twice");
      }
    }
    if (peers.values().stream().distinct().count() < peers.size()) {
      throw new ConfigException("two of the peers have the same address: " + peers);
    }
    return peers;
  }

  private static boolean isPort(String text) {
    int port = Integer.parseInt(text);
    return port > 0 && port <= PORT_MAX;
  }

  /** The host of an address, without brackets. */
  public static String host(String address) {
    String host = address.substring(0, address.lastIndexOf(':'));
    return host.startsWith("[") && host.endsWith("]") ? host.substring(1, host.length() - 1) : host;
  }

  private static boolean isLoopback(String host) {
    try {
      return InetAddress.getByName(host).isLoopbackAddress();
    } catch (UnknownHostException e) {
      return false;
    }
  }

  /** Where the other nodes reach this one. */
  public String peerAddress() {
    return peers.get(nodeId);
  }

  /** Host and port for clients of one of its ports. */
  public String clientAddress(int port) {
    String host = advertised.orElse(host(peerAddress()));
    return (host.indexOf(':') >= 0 ? "[" + host + "]" : host) + ":" + port;
  }
}
