package dev.mayfly.server.transfer;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;
import dev.mayfly.server.progress.Progress;
import dev.mayfly.server.transfer.format.CsvColumns;
import dev.mayfly.server.transfer.format.FileFormat;
import dev.mayfly.server.transfer.format.RecordWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.zip.GZIPOutputStream;
import org.bson.BsonDocument;

/**
 * Exports the live items of containers into files. Each item is as it was when it was read; what
 * has expired by then is not exported. One that was interrupted continues where it ended.
 */
public final class ExportRun {
  /** A page has at most a megabyte, or one item. */
  private static final int PAGES_PER_CHECKPOINT = 20;

  private static final byte INT64 = 0x12;
  private static final byte[] TS = "_ts\0".getBytes(StandardCharsets.US_ASCII);

  /** Says which files of a folder are complete, until all are. */
  private static final String FOLDER_STATE = ".mayfly-export";

  private final TransferStore store;
  private final ExportOptions options;
  private final Progress progress;

  public ExportRun(TransferStore store, ExportOptions options, Progress progress) {
    this.store = requireNonNull(store, "store");
    this.options = requireNonNull(options, "options");
    this.progress = requireNonNull(progress, "progress");
  }

  /**
   * Exports containers into a folder for each database, with a file that says what each is.
   *
   * @param database null for all
   * @param container null for all of the database
   */
  public void folder(Path folder, String database, String container) {
    List<ContainerName> names =
        store.containers().stream()
            .filter(name -> database == null || name.database().equals(database))
            .filter(name -> container == null || name.container().equals(container))
            .toList();
    if (names.isEmpty()) {
      throw refused(
          database == null
              ? "There is nothing to export: the store has no containers."
              : "There is nothing to export of that name; './mayfly export FOLDER' exports all.");
    }
    try {
      Files.createDirectories(folder);
      Path state = folder.resolve(FOLDER_STATE);
      Set<String> complete =
          new HashSet<>(Files.exists(state) ? Files.readAllLines(state) : List.of());
      for (ContainerName name : names) {
        Path directory = folder.resolve(FileNames.encode(name.database()));
        String base = FileNames.encode(name.container());
        Path target =
            directory.resolve(base + options.format().extension() + (options.gzip() ? ".gz" : ""));
        if (complete.contains(target.toString())) {
          progress.say(name + ": is complete in " + target);
          continue;
        }
        Files.createDirectories(directory);
        export(name, target, directory.resolve(base));
        Files.writeString(
            state, target + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
      }
      Files.deleteIfExists(state);
    } catch (IOException e) {
      throw refused("The export into " + folder + " failed: " + e.getMessage());
    }
  }

  /** Exports the items of one container into a file. */
  public void file(ContainerName name, Path target) {
    try {
      export(name, target, null);
    } catch (IOException e) {
      throw refused("The export into " + target + " failed: " + e.getMessage());
    }
  }

  private static EngineException refused(String message) {
    return new EngineException(ErrorCode.BAD_REQUEST, message);
  }

  /**
   * @param described the file that says what the container is, without its suffix; null for none
   */
  private void export(ContainerName name, Path target, Path described) throws IOException {
    if (Files.exists(target)) {
      throw refused(target + " is there already: remove it, or choose another place");
    }
    BsonDocument description = store.describe(name);
    if (description == null) {
      throw refused("There is no container " + name + ".");
    }
    boolean view = Definitions.isView(description);
    if (described != null) {
      describe(description, described);
    }
    if (!view) {
      long items = items(name, description, target);
      progress.say(name + ": " + items + " items exported to " + target);
    } else {
      progress.say(name + ": is a view, whose definition is exported");
    }
  }

  private void describe(BsonDocument description, Path file) throws IOException {
    boolean dump =
        options.format() == FileFormat.BSON
            && Definitions.api(description).equals(TransferStore.MONGODB);
    String suffix = dump ? Definitions.METADATA_SUFFIX : Definitions.DEFINITION_SUFFIX;
    byte[] text = Definitions.text(description, suffix).getBytes(StandardCharsets.UTF_8);
    boolean gzip = dump && options.gzip();
    Path target = file.resolveSibling(file.getFileName() + suffix + (gzip ? ".gz" : ""));
    try (OutputStream raw = Files.newOutputStream(target);
        OutputStream out = gzip ? new GZIPOutputStream(raw) : raw) {
      out.write(text);
    }
  }

  private long items(ContainerName name, BsonDocument description, Path target) throws IOException {
    boolean extended = Definitions.api(description).equals(TransferStore.MONGODB);
    boolean withTs = !extended || options.withTs();
    CsvColumns columns = options.format() == FileFormat.CSV ? columns(name, withTs) : null;
    String source =
        name
            + " "
            + description.getString(TransferStore.IDENTITY).getValue()
            + " "
            + options
            + " "
            + withTs;
    try (ExportFile file = ExportFile.open(target, options.gzip(), source, columns == null)) {
      progress.begin(
          "exporting " + name, "items", description.getInt64(TransferStore.ITEMS).getValue());
      progress.doneBefore(file.itemsBefore());
      RecordWriter writer =
          columns == null
              ? options.format().writer(file.out(), extended, file.itemsBefore())
              : columns.writer(file.out());
      long items = file.itemsBefore();
      long pages = 0;
      byte[] continuation = file.continuation();
      do {
        TransferStore.Page page = store.read(name, continuation);
        for (int i = 0; i < page.items().size(); i++) {
          byte[] item = page.items().get(i);
          writer.write(withTs ? withTs(item, page.seconds().get(i)) : item);
        }
        items += page.items().size();
        progress.at(items);
        continuation = page.continuation();
        boolean due = ++pages % PAGES_PER_CHECKPOINT == 0;
        if (due && columns == null && continuation != null) {
          file.checkpoint(items, continuation);
        }
      } while (continuation != null);
      writer.end();
      file.complete();
      return items;
    }
  }

  private CsvColumns columns(ContainerName name, boolean withTs) throws IOException {
    progress.begin("reading the properties of " + name, "items", 0);
    CsvColumns columns = new CsvColumns();
    byte[] continuation = null;
    do {
      TransferStore.Page page = store.read(name, continuation);
      for (byte[] item : page.items()) {
        columns.see(withTs ? withTs(item, 0) : item);
      }
      progress.add(page.items().size());
      continuation = page.continuation();
    } while (continuation != null);
    return columns;
  }

  /** The document with its second as the last property. */
  private static byte[] withTs(byte[] bson, long second) {
    int length = bson.length + 1 + TS.length + Long.BYTES;
    ByteBuffer longer = ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
    longer.put(bson).putInt(0, length).position(bson.length - 1);
    return longer.put(INT64).put(TS).putLong(second).put((byte) 0).array();
  }
}
