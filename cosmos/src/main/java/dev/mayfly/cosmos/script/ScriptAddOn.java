package dev.mayfly.cosmos.script;

import static java.util.Objects.requireNonNull;

import dev.mayfly.scripts.ScriptProgram;
import dev.mayfly.scripts.Scripts;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.JarURLConnection;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Stream;

/**
 * Finds the program that runs scripts. Its engine for JavaScript is larger than the server, and
 * many need no scripts, so it is an add-on: a directory {@code javascript} beside the server's
 * jars, or a jar on the class path that has such a directory inside. It is looked for whenever a
 * script needs it, so it can be added to a server that runs. Thread safe.
 */
public final class ScriptAddOn implements ScriptProgram {
  private static final String DIRECTORY = "javascript";

  /** In the directory: the program's own classes. The jars beside are those of its engine. */
  private static final String CLASSES = "classes";

  private static final String MARKER =
      DIRECTORY + "/" + CLASSES + "/" + MAIN_CLASS.replace('.', '/') + ".class";
  private static final String ENGINE = "org/graalvm/polyglot/Context.class";

  private final ClassLoader loader;
  private final Optional<Path> beside;
  private Path unpacked;

  public ScriptAddOn() {
    this(Scripts.class.getClassLoader(), ownJar());
  }

  /**
   * @param loader that of the server
   * @param jar one of the server's; empty if it has none
   */
  ScriptAddOn(ClassLoader loader, Optional<Path> jar) {
    this.loader = requireNonNull(loader, "loader");
    this.beside = jar.map(file -> file.resolveSibling(DIRECTORY));
  }

  private static Optional<Path> ownJar() {
    CodeSource source = Scripts.class.getProtectionDomain().getCodeSource();
    if (source == null || source.getLocation() == null) {
      return Optional.empty();
    }
    try {
      URI location = source.getLocation().toURI();
      boolean isFile = "file".equals(location.getScheme());
      return isFile ? Optional.of(Path.of(location)) : Optional.empty();
    } catch (URISyntaxException e) {
      return Optional.empty();
    }
  }

  @Override
  public boolean isInstalled() {
    return isBeside() || loader.getResource(MARKER) != null || loader.getResource(ENGINE) != null;
  }

  private boolean isBeside() {
    return beside.isPresent() && Files.isDirectory(beside.get().resolve(CLASSES));
  }

  @Override
  public synchronized String classPath() throws IOException {
    if (isBeside()) {
      return classPath(beside.get());
    }
    URL marker = loader.getResource(MARKER);
    if (marker == null) {
      return ScriptProgram.ofThisProcess().classPath();
    }
    if ("file".equals(marker.getProtocol())) {
      return classPath(directory(marker));
    }
    if (unpacked == null) {
      unpack(marker);
    }
    return classPath(unpacked);
  }

  private static String classPath(Path directory) throws IOException {
    List<String> entries = new ArrayList<>();
    entries.add(directory.resolve(CLASSES).toAbsolutePath().toString());
    try (Stream<Path> files = Files.list(directory)) {
      files
          .filter(file -> file.toString().endsWith(".jar"))
          .map(file -> file.toAbsolutePath().toString())
          .sorted()
          .forEach(entries::add);
    }
    return String.join(File.pathSeparator, entries);
  }

  private static Path directory(URL marker) throws IOException {
    try {
      String place = marker.toURI().toString();
      return Path.of(URI.create(place.substring(0, place.length() - MARKER.length())))
          .resolve(DIRECTORY);
    } catch (URISyntaxException e) {
      throw new IOException(marker + " is no place of a file", e);
    }
  }

  /** The Java machine reads no jars that are inside a jar. */
  private void unpack(URL marker) throws IOException {
    if (!(marker.openConnection() instanceof JarURLConnection connection)) {
      throw new IOException("the engine for JavaScript can't be read from " + marker);
    }
    // A cached one is shared with class loaders, and must not be closed.
    connection.setUseCaches(false);
    String entry = connection.getEntryName();
    String folder = entry.substring(0, entry.length() - MARKER.length()) + DIRECTORY + "/";
    Path target = Files.createTempDirectory("mayfly-javascript");
    try (JarFile jar = connection.getJarFile()) {
      target.toFile().deleteOnExit();
      for (JarEntry each : jar.stream().filter(one -> one.getName().startsWith(folder)).toList()) {
        Path file = target.resolve(each.getName().substring(folder.length())).normalize();
        if (!each.isDirectory() && file.startsWith(target)) {
          unpack(jar, each, file);
        }
      }
      unpacked = target;
    } finally {
      if (unpacked == null) {
        delete(target);
      }
    }
  }

  private static void unpack(JarFile jar, JarEntry entry, Path file) throws IOException {
    Files.createDirectories(file.getParent());
    try (InputStream in = jar.getInputStream(entry)) {
      Files.copy(in, file);
    }
    // For programs that end without closing the server.
    file.toFile().deleteOnExit();
  }

  private static void delete(Path directory) {
    try (Stream<Path> files = Files.walk(directory)) {
      files.sorted(Comparator.reverseOrder()).forEach(file -> file.toFile().delete());
    } catch (IOException e) {
      // What is left is a matter of whoever cleans the directory for temporary files.
    }
  }

  @Override
  public synchronized void close() {
    if (unpacked != null) {
      delete(unpacked);
      unpacked = null;
    }
  }
}
