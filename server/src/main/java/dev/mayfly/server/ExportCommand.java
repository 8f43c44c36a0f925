package dev.mayfly.server;

import dev.mayfly.server.transfer.ContainerName;
import dev.mayfly.server.transfer.ExportOptions;
import dev.mayfly.server.transfer.ExportRun;
import dev.mayfly.server.transfer.format.FileFormat;
import java.nio.file.Path;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Writes the items of a store into files. */
@Command(
    name = "export",
    description = {
      "Exports the live items of a running server, or of a data directory that no server uses: all"
          + " containers into a folder, or one into a file. What has expired is never exported."
          + " Begun again after an interruption, it continues where it ended."
    },
    mixinStandardHelpOptions = true,
    versionProvider = VersionLine.class,
    sortOptions = false,
    footer = {
      "",
      "A PATH whose name ends with .jsonl, .json, .csv or .bson (and .gz) is a file, any other a"
          + " folder. If the server has credentials: MAYFLY_COSMOS_KEY, or MAYFLY_MONGO_USER and"
          + " MAYFLY_MONGO_PASSWORD.%n"
    })
final class ExportCommand extends TransferCommand {
  @Parameters(paramLabel = "PATH", description = "the folder or the file to write")
  private Path path;

  @Option(names = "--db", paramLabel = "DB", description = "only this database")
  private String database;

  @Option(names = "--container", paramLabel = "NAME", description = "only this container of it")
  private String container;

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      description = "of the files of a folder: jsonl, json, csv or bson (jsonl)")
  private FileFormat format;

  @Option(names = "--gzip", description = "compress the files of a folder")
  private boolean gzip;

  @Option(
      names = "--with-ts",
      description =
          "add the second of the last write as _ts to documents of collections, for an import with"
              + " --keep-ts; items of containers have it always")
  private boolean withTs;

  ExportCommand(Stores stores, Map<String, String> environment) {
    super(stores, environment);
  }

  @Override
  public Integer call() {
    String name = path.getFileName() + "";
    FileFormat ofFile = FileFormat.ofName(name);
    if (container != null && database == null || ofFile != null && container == null) {
      throw misuse("Name the container: --db DB --container NAME");
    }
    if (ofFile != null && format != null && format != ofFile) {
      throw misuse("--format contradicts the name of the file: leave it out");
    }
    FileFormat used = ofFile != null ? ofFile : format != null ? format : FileFormat.JSONL;
    boolean compressed = ofFile == null ? gzip : !name.equals(FileFormat.withoutGzip(name));
    return transfer(
        true,
        (source, progress) -> {
          ExportOptions options = new ExportOptions(used, compressed, withTs);
          ExportRun run = new ExportRun(source, options, progress);
          if (ofFile == null) {
            run.folder(path, database, container);
          } else {
            run.file(new ContainerName(database, container), path);
          }
          return 0;
        });
  }
}
