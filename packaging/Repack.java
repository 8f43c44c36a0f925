import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.jar.Attributes.Name;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;

/**
 * Copies jars into an archive: {@code Repack FROM TO ROCKSDB_LIBRARY NETTY_CLASSIFIER RATIS_LIBRARY},
 * with "none" for a library that the platform has not. What only other platforms need is left out, and
 * what no code here reads. Jars are not compressed: the archive is, and as a whole it takes a quarter less.
 */
class Repack {
  /**
   * Names of languages, regions, currencies, units and time zones, and where words break: collations need
   * none, and their keys are the same without.
   */
  private static final Set<String> UNUSED_DATA =
      Set.of("brkitr", "curr", "lang", "rbnf", "region", "translit", "unit", "zone");

  private static final String DATA = "com/ibm/icu/impl/data/icudata/";
  private static final LocalDateTime TIME = LocalDateTime.of(2026, 1, 1, 0, 0);

  private final Path to;
  private final String rocksDbLibrary;
  private final String nettyClassifier;
  private final String ratisLibrary;

  private Repack(Path to, String rocksDbLibrary, String nettyClassifier, String ratisLibrary) {
    this.to = to;
    this.rocksDbLibrary = rocksDbLibrary;
    this.nettyClassifier = nettyClassifier;
    this.ratisLibrary = ratisLibrary;
  }

  public static void main(String[] arguments) throws IOException {
    Repack repack = new Repack(Path.of(arguments[1]), arguments[2], arguments[3], arguments[4]);
    for (Path file : jars(Path.of(arguments[0]))) {
      repack.copy(file);
    }
  }

  /** Those of a directory, or those that a program names in its manifest: others may be old. */
  private static List<Path> jars(Path from) throws IOException {
    if (Files.isDirectory(from)) {
      try (Stream<Path> files = Files.list(from)) {
        return files.filter(file -> file.toString().endsWith(".jar")).sorted().toList();
      }
    }
    try (JarFile program = new JarFile(from.toFile())) {
      String names = program.getManifest().getMainAttributes().getValue(Name.CLASS_PATH);
      return Stream.of(names.split(" ")).map(from::resolveSibling).sorted().toList();
    }
  }

  private void copy(Path file) throws IOException {
    String name = file.getFileName().toString();
    boolean isTls = name.startsWith("netty-tcnative-boringssl-static-") && name.endsWith("_64.jar");
    if (isTls && !name.endsWith("-" + nettyClassifier + ".jar")) {
      return;
    }
    try (ZipFile jar = new ZipFile(file.toFile());
        ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(to.resolve(name)))) {
      out.setMethod(ZipOutputStream.STORED);
      for (ZipEntry entry : entries(jar)) {
        if (entry.getName().equals(rocksDbLibrary)) {
          // A file there: nothing is unpacked at the start.
          try (InputStream in = jar.getInputStream(entry)) {
            Files.copy(in, Files.createDirectories(to.resolve("native")).resolve(rocksDbLibrary));
          }
        } else if (isWanted(name, entry.getName())) {
          copy(jar, entry, out);
        }
      }
    }
  }

  /** In a fixed order, the manifest first as tools expect it. */
  private static List<ZipEntry> entries(ZipFile jar) {
    List<ZipEntry> entries = new ArrayList<>(jar.stream().map(ZipEntry.class::cast).toList());
    entries.sort(
        Comparator.comparing((ZipEntry entry) -> !entry.getName().equals("META-INF/MANIFEST.MF"))
            .thenComparing(ZipEntry::getName));
    return entries;
  }

  private boolean isWanted(String jar, String entry) {
    if (jar.startsWith("rocksdbjni-")) {
      return !entry.startsWith("librocksdbjni-");
    }
    if (jar.startsWith("ratis-thirdparty-misc-") && entry.startsWith("META-INF/native/")) {
      return entry.endsWith("_tcnative_" + ratisLibrary);
    }
    return !entry.startsWith(DATA)
        || !UNUSED_DATA.contains(entry.substring(DATA.length()).split("/")[0]);
  }

  private static void copy(ZipFile jar, ZipEntry entry, ZipOutputStream out) throws IOException {
    ZipEntry copy = new ZipEntry(entry.getName());
    copy.setTimeLocal(TIME);
    copy.setSize(entry.getSize());
    copy.setCompressedSize(entry.getSize());
    copy.setCrc(entry.getCrc());
    out.putNextEntry(copy);
    if (!entry.isDirectory()) {
      try (InputStream in = jar.getInputStream(entry)) {
        in.transferTo(out);
      }
    }
    out.closeEntry();
  }
}
