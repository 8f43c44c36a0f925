package dev.mayfly.server.transfer;

import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;
import dev.mayfly.server.transfer.format.FileFormat;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonValue;

/**
 * Finds the containers of a folder: one folder for each database, in it for each container a file
 * with its items, and beside it perhaps one that says what it is.
 */
final class ImportFolder {
  private static final int FILES_MAX = 100_000;

  /** Databases of MongoDB servers with what only they can use. */
  private static final List<String> OF_SERVERS = List.of("admin", "config", "local");

  /** What stands beside the databases in a dump. */
  private static final List<String> BESIDE = List.of("oplog.bson", "prelude.json");

  private final List<Source> sources = new ArrayList<>();
  private final List<String> notes = new ArrayList<>();

  /**
   * A container in files.
   *
   * @param file with its items; null for a view
   * @param description what to create if it is not there; null if no file says
   */
  record Source(ContainerName name, Path file, FileFormat format, BsonDocument description) {}

  private ImportFolder() {}

  /**
   * @param database of a folder that holds the files of one database; null if it holds folders
   */
  static ImportFolder read(Path folder, String database) {
    ImportFolder found = new ImportFolder();
    try {
      if (database != null) {
        found.readDatabase(folder, database);
      } else {
        for (Path entry : entries(folder)) {
          String name = entry.getFileName().toString();
          if (Files.isDirectory(entry)) {
            found.readDatabase(entry, FileNames.decode(name));
          } else if (BESIDE.contains(FileFormat.withoutGzip(name))) {
            found.notes.add(entry + " is left out: only the databases of a dump are imported");
          } else if (!name.startsWith(".")) {
            throw new EngineException(
                ErrorCode.BAD_REQUEST,
                entry
                    + " is not a folder of a database; if the files of "
                    + folder
                    + " are of one database, name it with --db");
          }
        }
      }
    } catch (IOException e) {
      throw new EngineException(
          ErrorCode.BAD_REQUEST, "The folder " + folder + " can't be read: " + e, e);
    }
    // A view is checked against what it shows.
    found.sources.sort((a, b) -> Boolean.compare(a.file() == null, b.file() == null));
    return found;
  }

  private static List<Path> entries(Path folder) throws IOException {
    try (Stream<Path> entries = Files.list(folder)) {
      List<Path> sorted = entries.limit(FILES_MAX + 1).sorted().toList();
      if (sorted.size() > FILES_MAX) {
        throw new IOException("it has more than " + FILES_MAX + " files");
      }
      return sorted;
    }
  }

  List<Source> sources() {
    return sources;
  }

  /** What is left out, and why. */
  List<String> notes() {
    return notes;
  }

  private void readDatabase(Path folder, String database) throws IOException {
    Map<String, Path> items = new TreeMap<>();
    Map<String, BsonDocument> descriptions = new TreeMap<>();
    for (Path file : entries(folder)) {
      String name = FileFormat.withoutGzip(file.getFileName().toString());
      String described = withoutSuffix(name);
      if (name.startsWith(".") || Files.isDirectory(file) || isOfAnExport(name)) {
        continue;
      }
      if (described != null) {
        descriptions.put(FileNames.decode(described), Definitions.read(file));
      } else if (FileFormat.ofName(name) != null) {
        String container = FileNames.decode(name.substring(0, name.lastIndexOf('.')));
        Path other = items.put(container, file);
        if (other != null) {
          throw new EngineException(
              ErrorCode.BAD_REQUEST, other + " and " + file + " are of one container: remove one");
        }
      } else {
        notes.add(file + " is left out: its name says no format");
      }
    }
    for (Map.Entry<String, BsonDocument> each : descriptions.entrySet()) {
      if (!items.containsKey(each.getKey())) {
        add(database, each.getKey(), null, each.getValue());
      }
    }
    items.forEach((name, file) -> add(database, name, file, descriptions.get(name)));
  }

  /** What an export that was interrupted has left. */
  private static boolean isOfAnExport(String name) {
    return name.endsWith(ExportFile.PART_SUFFIX) || name.endsWith(ExportFile.STATE_SUFFIX);
  }

  private static String withoutSuffix(String name) {
    for (String suffix : List.of(Definitions.DEFINITION_SUFFIX, Definitions.METADATA_SUFFIX)) {
      if (name.endsWith(suffix)) {
        return name.substring(0, name.length() - suffix.length());
      }
    }
    return null;
  }

  private void add(String database, String fileName, Path file, BsonDocument description) {
    FileFormat format = file == null ? null : FileFormat.ofName(file.getFileName().toString());
    String container = fileName;
    if (description != null && Definitions.api(description).equals(TransferStore.MONGODB)) {
      // File names of long ones are cut.
      BsonDocument definition = description.getDocument(TransferStore.DEFINITION);
      BsonValue named = definition.get("collectionName", new BsonString(fileName));
      container = named.isString() ? named.asString().getValue() : fileName;
    }
    ContainerName name = new ContainerName(database, container);
    if (format == FileFormat.BSON && OF_SERVERS.contains(database)) {
      notes.add(file + " is left out: it is of a MongoDB server itself");
    } else if (container.startsWith("system.")) {
      notes.add(
          (file == null ? name : file)
              + " is left out: collections of this name are those of a server");
    } else {
      sources.add(new Source(name, file, format, description));
    }
  }
}
