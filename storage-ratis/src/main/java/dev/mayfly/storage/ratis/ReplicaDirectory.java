package dev.mayfly.storage.ratis;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;
import dev.mayfly.storage.rocksdb.RocksDbStorage;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.security.SecureRandom;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A node's data directory: whose it is, and where its parts lie. Locked while it is open.
 *
 * <p>The file {@code MAYFLY} is that of every data directory; its first line distinguishes a
 * replica's from a single server's.
 */
final class ReplicaDirectory implements AutoCloseable {
  static final int VERSION = 1;

  private static final String FILE_NAME = "MAYFLY";
  private static final String FIRST_WORD = "mayfly-replica";
  private static final int FILE_BYTES_MAX = 4096;
  private static final Set<String> HARMLESS =
      Set.of("lost+found", "mayfly.properties", "LOCK.node", FILE_NAME + ".tmp");

  private final Path root;
  private final FileChannel lock;
  private final Identity identity;
  private final boolean fresh;

  /**
   * Whose a directory is.
   *
   * @param directoryId made at random when the directory was
   * @param starts how often it was opened
   */
  record Identity(String cluster, String node, long directoryId, long starts) {
    private String text() {
      return FIRST_WORD
          + " "
          + VERSION
          + "\ncluster "
          + cluster
          + "\nnode "
          + node
          + "\ndirectory "
          + Long.toHexString(directoryId)
          + "\nstarts "
          + starts
          + "\n";
    }
  }

  private ReplicaDirectory(Path root, FileChannel lock, Identity identity, boolean fresh) {
    this.root = root;
    this.lock = lock;
    this.identity = identity;
    this.fresh = fresh;
  }

  /** True if the directory was made by a replica, whole or damaged. */
  static boolean isReplica(Path directory) {
    try {
      Path file = directory.resolve(FILE_NAME);
      return Files.isRegularFile(file)
          && Files.size(file) <= FILE_BYTES_MAX
          && Files.readString(file, US_ASCII).startsWith(FIRST_WORD + " ");
    } catch (IOException e) {
      return false;
    }
  }

  /** Opens the directory of a node, and makes it if it is absent or empty. */
  static ReplicaDirectory open(Path directory, String cluster, String node) {
    Path root = directory.toAbsolutePath().normalize();
    try {
      Files.createDirectories(root);
      if (!isReplica(root)) {
        requireVacant(root);
      }
      FileChannel lock = lock(root);
      try {
        boolean fresh = !isReplica(root);
        Identity before =
            fresh ? new Identity(cluster, node, new SecureRandom().nextLong(), 0) : read(root);
        requireSame(root, before, cluster, node);
        Identity identity = new Identity(cluster, node, before.directoryId(), before.starts() + 1);
        write(root, identity);
        return new ReplicaDirectory(root, lock, identity, fresh);
      } catch (RuntimeException | IOException failure) {
        lock.close();
        throw failure;
      }
    } catch (IOException e) {
      throw failed("Opening the directory " + root, e);
    }
  }

  private static void requireVacant(Path root) throws IOException {
    if (RocksDbStorage.isStore(root)) {
      throw new EngineException(
          ErrorCode.BAD_REQUEST,
          "The directory "
              + root
              + " is that of a single server. A cluster's nodes start with empty directories; to"
              + " bring its data in, make a backup and restore it into the first node");
    }
    try (Stream<Path> files = Files.list(root)) {
      if (!files.allMatch(file -> HARMLESS.contains(file.getFileName().toString()))) {
        throw new EngineException(
            ErrorCode.BAD_REQUEST,
            "The directory "
                + root
                + " is not empty and not Mayfly's; nothing was touched. Give an empty one");
      }
    }
  }

  private static void requireSame(Path root, Identity found, String cluster, String node) {
    if (!found.cluster().equals(cluster) || !found.node().equals(node)) {
      throw new EngineException(
          ErrorCode.BAD_REQUEST,
          "The directory "
              + root
              + " is that of node "
              + found.node()
              + " of the cluster "
              + found.cluster()
              + ", not of node "
              + node
              + " of "
              + cluster
              + ". Start it under its own names, or give an empty directory");
    }
  }

  private static FileChannel lock(Path root) throws IOException {
    FileChannel channel =
        FileChannel.open(
            root.resolve("LOCK.node"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    FileLock taken;
    try {
      taken = channel.tryLock();
    } catch (OverlappingFileLockException e) {
      taken = null;
    }
    if (taken == null) {
      channel.close();
      throw new EngineException(
          ErrorCode.LOCKED,
          "The directory "
              + root
              + " is open in another process: stop it, or use another directory");
    }
    return channel;
  }

  static Identity read(Path root) throws IOException {
    Path file = root.resolve(FILE_NAME);
    List<String> lines = Files.readString(file, US_ASCII).lines().toList();
    Map<String, String> values = new HashMap<>();
    for (String line : lines) {
      int space = line.indexOf(' ');
      if (space > 0) {
        values.put(line.substring(0, space), line.substring(space + 1));
      }
    }
    try {
      int version = Integer.parseInt(values.get(FIRST_WORD));
      if (version > VERSION) {
        throw new EngineException(
            ErrorCode.NEWER_FORMAT,
            "The directory "
                + root
                + " has replica format "
                + version
                + "; this program knows up to "
                + VERSION
                + ". Use the Mayfly that wrote it or a newer one");
      }
      return new Identity(
          values.get("cluster"),
          values.get("node"),
          Long.parseUnsignedLong(values.get("directory"), 16),
          Long.parseLong(values.get("starts")));
    } catch (NumberFormatException e) {
      throw new EngineException(
          ErrorCode.CORRUPTED,
          "The file "
              + file
              + " can't be read. Remove the node from the cluster, and add one with a new id and"
              + " an empty directory",
          e);
    }
  }

  /** The content is on the medium before the name is, and the name before this returns. */
  private static void write(Path root, Identity identity) throws IOException {
    Path temporary = root.resolve(FILE_NAME + ".tmp");
    try (FileChannel channel =
        FileChannel.open(
            temporary,
            StandardOpenOption.CREATE,
            StandardOpenOption.TRUNCATE_EXISTING,
            StandardOpenOption.WRITE)) {
      ByteBuffer bytes = US_ASCII.encode(identity.text());
      while (bytes.hasRemaining()) {
        channel.write(bytes);
      }
      channel.force(true);
    }
    Files.move(
        temporary,
        root.resolve(FILE_NAME),
        StandardCopyOption.ATOMIC_MOVE,
        StandardCopyOption.REPLACE_EXISTING);
    sync(root);
  }

  /** Makes the names in a directory durable. */
  static void sync(Path directory) throws IOException {
    if (System.getProperty("os.name").startsWith("Windows")) {
      return; // Windows has no handle for this; its file system journals names by itself.
    }
    try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
      channel.force(true);
    }
  }

  static void deleteAll(Path directory) throws IOException {
    if (!Files.exists(directory)) {
      return;
    }
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }

  static EngineException failed(String doing, IOException e) {
    boolean full = String.valueOf(e.getMessage()).contains("No space left on device");
    return new EngineException(
        full ? ErrorCode.DISK_FULL : ErrorCode.STORAGE_FAILED,
        doing
            + " failed: "
            + e
            + (full ? ". Free space on the disk" : ". Look at the path and at the disk"),
        e);
  }

  Identity identity() {
    return identity;
  }

  /** True if it was made by this start. */
  boolean isFresh() {
    return fresh;
  }

  /** The node's rows. */
  Path rows() {
    return root.resolve("rows");
  }

  /** The Raft log. */
  Path log() {
    return root.resolve("raft");
  }

  /** Copies of the rows that other nodes fetch. */
  Path checkpoints() {
    return root.resolve("checkpoints");
  }

  /** Where a snapshot of another node's arrives. */
  Path incoming() {
    return root.resolve("incoming");
  }

  /** A snapshot that has arrived whole and replaces the rows. */
  Path arrived() {
    return root.resolve("arrived");
  }

  @Override
  public void close() {
    try {
      lock.close();
    } catch (IOException ignored) {
      // Nothing was written through it.
    }
  }
}
