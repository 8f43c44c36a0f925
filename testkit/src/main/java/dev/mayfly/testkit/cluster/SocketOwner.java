package dev.mayfly.testkit.cluster;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Finds the process on this machine that has opened a connection, as the kernel reports it. */
final class SocketOwner {
  private static final int LOCAL_FIELD = 1;
  private static final int REMOTE_FIELD = 2;
  private static final int INODE_FIELD = 9;

  private SocketOwner() {}

  /** True if one of the process's sockets is connected from one port to the other. */
  static boolean owns(long pid, int localPort, int remotePort) throws IOException {
    Optional<String> inode = inode(localPort, remotePort);
    return inode.isPresent() && holds(pid, "socket:[" + inode.get() + "]");
  }

  private static Optional<String> inode(int localPort, int remotePort) throws IOException {
    String local = String.format(":%04X", localPort);
    String remote = String.format(":%04X", remotePort);
    for (String table : List.of("/proc/net/tcp6", "/proc/net/tcp")) {
      for (String line : Files.readAllLines(Path.of(table))) {
        String[] fields = line.strip().split("\\s+");
        if (fields.length > INODE_FIELD
            && fields[LOCAL_FIELD].endsWith(local)
            && fields[REMOTE_FIELD].endsWith(remote)
            && !fields[INODE_FIELD].equals("0")) {
          return Optional.of(fields[INODE_FIELD]);
        }
      }
    }
    return Optional.empty();
  }

  private static boolean holds(long pid, String socket) throws IOException {
    try (Stream<Path> files = Files.list(Path.of("/proc", Long.toString(pid), "fd"))) {
      for (Path file : (Iterable<Path>) files::iterator) {
        try {
          if (Files.readSymbolicLink(file).toString().equals(socket)) {
            return true;
          }
        } catch (IOException closedMeanwhile) {
          continue;
        }
      }
      return false;
    } catch (NoSuchFileException ended) {
      return false;
    }
  }
}
