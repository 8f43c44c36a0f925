package dev.mayfly.storage.rocksdb;

import java.io.IOException;
import java.io.InputStream;
import java.net.JarURLConnection;
import java.net.URL;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.zip.CRC32;
import org.rocksdb.RocksDB;
import org.rocksdb.util.Environment;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Loads RocksDB's native code. The library's own way unpacks 17 MB into the temporary directory at
 * each start; we unpack once per version into the user's cache directory and load that copy. If
 * anything is in the way, the library's own way is taken.
 */
final class NativeLibrary {
  private static final Logger LOG = LoggerFactory.getLogger(NativeLibrary.class);
  private static boolean loaded;

  private NativeLibrary() {}

  static synchronized void load() {
    if (loaded) {
      return;
    }
    Path folder = unpacked();
    if (folder == null || !loadFrom(folder)) {
      RocksDB.loadLibrary();
    }
    loaded = true;
  }

  /** Loads it on a thread of its own; whoever needs it meanwhile waits in {@link #load}. */
  static void begin() {
    Thread thread =
        new Thread(
            () -> {
              try {
                load();
              } catch (RuntimeException | LinkageError failure) {
                LOG.debug("Left to those who need it: they meet the same, and report it", failure);
              }
            },
            "mayfly-native-library");
    thread.setDaemon(true);
    thread.start();
  }

  private static boolean loadFrom(Path folder) {
    try {
      RocksDB.loadLibrary(List.of(folder.toString()));
      return true;
    } catch (UnsatisfiedLinkError error) {
      LOG.debug("The native library in {} cannot be loaded", folder, error);
      return false;
    }
  }

  /** The folder that has the unpacked library, or null if there can be none. */
  private static Path unpacked() {
    try {
      // The name in the jar, and the other name under which the library looks for it in a folder.
      String packedName = Environment.getJniLibraryFileName("rocksdb");
      String name = Environment.getJniLibraryFileName("rocksdbjni");
      URL resource = RocksDB.class.getClassLoader().getResource(packedName);
      Path cache = cacheDirectory();
      if (resource == null
          || cache == null
          || !(resource.openConnection() instanceof JarURLConnection jar)) {
        return null;
      }
      // The checksum names the version, and finds a damaged copy before it is run.
      long checksum = jar.getJarEntry().getCrc();
      Path folder = cache.resolve("rocksdb-" + Long.toHexString(checksum));
      Path file = folder.resolve(name);
      if (!Files.exists(file) || checksum(file) != checksum) {
        unpack(jar, folder, file);
      }
      return folder;
    } catch (IOException | RuntimeException exception) {
      LOG.debug("The native library cannot be kept unpacked", exception);
      return null;
    }
  }

  private static long checksum(Path file) throws IOException {
    CRC32 checksum = new CRC32();
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      checksum.update(channel.map(FileChannel.MapMode.READ_ONLY, 0, channel.size()));
    }
    return checksum.getValue();
  }

  /** Renamed when complete, so that two processes that start at once do not see half a file. */
  private static void unpack(JarURLConnection jar, Path folder, Path file) throws IOException {
    Files.createDirectories(folder);
    Path temporary = Files.createTempFile(folder, "unpacking", ".tmp");
    try (InputStream in = jar.getInputStream()) {
      Files.copy(in, temporary, StandardCopyOption.REPLACE_EXISTING);
      Files.move(temporary, file, StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(temporary);
    }
  }

  /** Null if the user has no place of his own: Java's name for that is not a path. */
  private static Path cacheDirectory() {
    String base = System.getenv("XDG_CACHE_HOME");
    Path cache =
        base == null || base.isBlank()
            ? Path.of(System.getProperty("user.home", ""), ".cache")
            : Path.of(base);
    return cache.isAbsolute() ? cache.resolve("mayfly") : null;
  }
}
