package dev.mayfly.server.transfer;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;
import dev.mayfly.server.progress.Progress;
import dev.mayfly.server.transfer.format.FileFormat;
import dev.mayfly.server.transfer.format.FileRecord;
import dev.mayfly.server.transfer.format.FormatException;
import dev.mayfly.server.transfer.format.InputFile;
import dev.mayfly.server.transfer.format.RecordReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.bson.BsonDocument;

/**
 * Imports files into a store. How far it has come is committed with each batch, so that the same
 * import, begun again after whatever ended it, continues there and imports no record twice.
 */
public final class ImportRun {
  private final TransferStore store;
  private final ImportOptions options;
  private final Progress progress;
  private long written;
  private long kept;
  private long before;
  private long refused;

  public ImportRun(TransferStore store, ImportOptions options, Progress progress) {
    this.store = requireNonNull(store, "store");
    this.options = requireNonNull(options, "options");
    this.progress = requireNonNull(progress, "progress");
  }

  /** How many records could not be imported. */
  public long refused() {
    return refused;
  }

  /** Imports all containers of a folder; see {@link ImportFolder}. */
  public void folder(Path folder, String database) {
    ImportFolder found = ImportFolder.read(folder, database);
    found.notes().forEach(progress::say);
    if (found.sources().isEmpty()) {
      throw new EngineException(
          ErrorCode.BAD_REQUEST,
          "There is nothing to import in "
              + folder
              + "; it must have a folder for each database, and in it a file for each container");
    }
    found.sources().forEach(this::source);
  }

  /** Loads the containers of a folder that this store has not loaded before. */
  public void seed(Path folder) {
    if (!Files.isDirectory(folder)) {
      throw new EngineException(ErrorCode.BAD_REQUEST, "There is no folder " + folder + ".");
    }
    ImportFolder found = ImportFolder.read(folder, null);
    found.notes().forEach(progress::say);
    for (ImportFolder.Source source : found.sources()) {
      BsonDocument there = store.describe(source.name());
      boolean begun = there != null && store.records(source.name(), EngineTransfer.SEED) > 0;
      if (there != null && !begun && there.getInt64(TransferStore.ITEMS).getValue() > 0) {
        progress.say(source.name() + ": has items of its own and is left as it is");
      } else {
        load(source, EngineTransfer.SEED);
      }
    }
  }

  /** Imports a file into one container. */
  public void file(Path file, ContainerName name, FileFormat format) {
    source(new ImportFolder.Source(name, file, format, null));
  }

  private void source(ImportFolder.Source source) {
    load(source, null);
  }

  /**
   * @param fixedId null for that of the file
   */
  private void load(ImportFolder.Source source, String fixedId) {
    written = 0;
    kept = 0;
    before = 0;
    long refusedBefore = refused;
    BsonDocument description = ensure(source);
    if (source.file() != null) {
      try {
        String id = fixedId != null ? fixedId : Fingerprint.of(source.file(), options.again());
        records(source, Definitions.api(description), id);
      } catch (FormatException e) {
        throw stopped(source, source.file() + ", " + e.getMessage(), e);
      } catch (IOException e) {
        throw stopped(source, source.file() + " can't be read: " + e.getMessage(), e);
      }
    }
    StringBuilder line = new StringBuilder(source.name().toString()).append(": ").append(done());
    if (refused > refusedBefore) {
      line.append(", ").append(refused - refusedBefore).append(" refused");
    }
    progress.say(line.toString());
  }

  private String done() {
    StringBuilder text = new StringBuilder().append(written).append(" items imported");
    if (kept > 0) {
      text.append(", ").append(kept).append(" left as they were");
    }
    if (before > 0) {
      text.append(", ").append(before).append(" records done before");
    }
    return text.toString();
  }

  private EngineException stopped(ImportFolder.Source source, String why, Exception cause) {
    return new EngineException(
        ErrorCode.BAD_REQUEST,
        why + " (" + source.name() + ": " + done() + ", then it ended)",
        cause);
  }

  /** The container, made if it is not there. */
  private BsonDocument ensure(ImportFolder.Source source) {
    BsonDocument there = store.describe(source.name());
    if (there != null) {
      return there;
    }
    BsonDocument wanted = source.description();
    if (wanted == null) {
      String suggested =
          source.format() == FileFormat.BSON ? TransferStore.MONGODB : TransferStore.NOSQL;
      wanted =
          Definitions.standard(
              options.api() == null ? suggested : options.api(),
              options.partitionKey(),
              options.defaultTtl());
    }
    try {
      store.create(source.name(), wanted);
    } catch (EngineException e) {
      throw new EngineException(
          e.code(), source.name() + " can't be created: " + e.getMessage(), e);
    }
    return wanted;
  }

  private void records(ImportFolder.Source source, String api, String id) throws IOException {
    InputFile input = InputFile.open(source.file());
    try (RecordReader reader =
        source.format().reader(input.content(), api.equals(TransferStore.MONGODB))) {
      progress.begin("importing " + source.name(), "bytes", Files.size(source.file()));
      before = store.records(source.name(), id);
      for (long i = 0; i < before; i++) {
        if (reader.next() == null) {
          throw new IOException("it has fewer records than were imported of it before, " + before);
        }
      }
      progress.doneBefore(input.bytesRead());
      ImportBatches batches = new ImportBatches(store, source.name(), id, options, before);
      for (FileRecord record = reader.next(); record != null; record = reader.next()) {
        add(source, batches, record);
        progress.at(input.bytesRead());
      }
      flush(source, batches);
    }
  }

  private void add(ImportFolder.Source source, ImportBatches batches, FileRecord record)
      throws IOException {
    byte[] bson;
    try {
      bson = record.bson();
    } catch (IllegalArgumentException e) {
      flush(source, batches);
      batches.leaveOut();
      refuse(source, record.place(), e.getMessage(), null);
      return;
    }
    if (!batches.fits(bson)) {
      flush(source, batches);
    }
    batches.add(record.place(), bson);
  }

  private void flush(ImportFolder.Source source, ImportBatches batches) throws IOException {
    while (!batches.isEmpty()) {
      try {
        TransferStore.Outcome outcome = batches.send();
        written += outcome.written();
        kept += outcome.kept();
      } catch (RefusedItemException e) {
        if (e.index() > 0) {
          // Those before it first: what is said to be imported is.
          batches.shorten(e.index());
        } else {
          ImportBatches.Entry entry = batches.removeFirst();
          refuse(source, entry.place(), e.getMessage(), entry.bson());
        }
      }
    }
  }

  private void refuse(ImportFolder.Source source, String place, String reason, byte[] bson)
      throws IOException {
    String what = source.file() + ", " + place + ": " + reason;
    if (options.refused() == null) {
      throw stopped(
          source,
          what
              + "; correct the record and run this again with --existing keep, or leave such"
              + " records out with --refused FILE",
          null);
    }
    refused++;
    progress.say(what);
    if (bson != null) {
      RefusedFile.append(options.refused(), bson);
    }
  }
}
