package dev.mayfly.embedded;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import java.util.jar.JarFile;
import java.util.zip.ZipEntry;

/**
 * Loads the server and its libraries from a folder of this jar, so that neither side sees the
 * classes of the other: the program may have any version of Netty, Jackson or Guava, or none. Only
 * the logging API and the bridge are the program's. Java's flight recorder stays out of sight: with
 * it Netty would load the whole recorder at the first start.
 */
final class IsolatedLoader extends ClassLoader {
  static final String FOLDER = "META-INF/mayfly/inside/";
  private static final List<String> SHARED = List.of("org.slf4j.", "dev.mayfly.embedded.bridge.");
  private static final String RECORDER = "jdk.jfr.";

  static {
    registerAsParallelCapable();
  }

  private final ClassLoader program;

  /** The jar or directory that this class came from; null if it is neither. */
  private final JarFile jar;

  private final Path directory;

  /**
   * @param program the class loader of the program
   */
  IsolatedLoader(ClassLoader program) {
    super("mayfly", getPlatformClassLoader());
    this.program = requireNonNull(program, "program");
    Path origin = origin();
    this.directory = origin != null && Files.isDirectory(origin) ? origin.resolve(FOLDER) : null;
    this.jar = origin != null && Files.isRegularFile(origin) ? open(origin) : null;
  }

  private static Path origin() {
    CodeSource source = IsolatedLoader.class.getProtectionDomain().getCodeSource();
    try {
      URI location = source == null ? null : source.getLocation().toURI();
      return location != null && "file".equals(location.getScheme()) ? Path.of(location) : null;
    } catch (java.net.URISyntaxException e) {
      return null;
    }
  }

  private static JarFile open(Path file) {
    try {
      return new JarFile(file.toFile(), false);
    } catch (IOException e) {
      return null;
    }
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    if (SHARED.stream().anyMatch(name::startsWith)) {
      return program.loadClass(name);
    }
    if (name.startsWith(RECORDER)) {
      throw new ClassNotFoundException(name);
    }
    synchronized (getClassLoadingLock(name)) {
      Class<?> loaded = findLoadedClass(name);
      if (loaded == null) {
        loaded = name.startsWith("java.") ? null : define(name);
      }
      return loaded == null ? super.loadClass(name, resolve) : loaded;
    }
  }

  /** Null if it is not in the folder. */
  private Class<?> define(String name) throws ClassNotFoundException {
    byte[] bytes;
    try (InputStream in = getResourceAsStream(name.replace('.', '/') + ".class", false)) {
      if (in == null) {
        return null;
      }
      bytes = in.readAllBytes();
    } catch (IOException e) {
      throw new ClassNotFoundException(name, e);
    }
    return defineClass(name, bytes, 0, bytes.length);
  }

  @Override
  public InputStream getResourceAsStream(String name) {
    try {
      InputStream own = getResourceAsStream(name, true);
      return own == null ? getParent().getResourceAsStream(name) : own;
    } catch (IOException e) {
      return null;
    }
  }

  /**
   * @param anywhere whether it may be in another jar, as native libraries are
   */
  private InputStream getResourceAsStream(String name, boolean anywhere) throws IOException {
    if (jar != null) {
      ZipEntry entry = jar.getEntry(FOLDER + name);
      if (entry != null) {
        return jar.getInputStream(entry);
      }
    } else if (directory != null) {
      Path file = directory.resolve(name);
      if (Files.isRegularFile(file)) {
        return Files.newInputStream(file);
      }
    }
    boolean isElsewhere = anywhere || jar == null && directory == null;
    return isElsewhere ? program.getResourceAsStream(FOLDER + name) : null;
  }

  @Override
  protected URL findResource(String name) {
    return program.getResource(FOLDER + name);
  }

  @Override
  public URL getResource(String name) {
    URL own = findResource(name);
    return own == null ? super.getResource(name) : own;
  }

  @Override
  protected Enumeration<URL> findResources(String name) throws IOException {
    return program.getResources(FOLDER + name);
  }

  @Override
  public Enumeration<URL> getResources(String name) throws IOException {
    List<URL> all = Collections.list(findResources(name));
    all.addAll(Collections.list(getParent().getResources(name)));
    return Collections.enumeration(all);
  }
}
