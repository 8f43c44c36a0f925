package dev.mayfly.server;

import dev.mayfly.engine.item.WriteRequest;
import dev.mayfly.server.transfer.ContainerName;
import dev.mayfly.server.transfer.ImportOptions;
import dev.mayfly.server.transfer.ImportRun;
import dev.mayfly.server.transfer.TransferStore;
import dev.mayfly.server.transfer.format.FileFormat;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Brings items from files into a store. */
@Command(
    name = "import",
    description = {
      "Imports items from a file of JSON lines, a JSON array, CSV or BSON, or from a folder that"
          + " 'mayfly export' or mongodump made; compressed by gzip or not. Into a running server,"
          + " or into a data directory that no server uses. Begun again after an interruption, it"
          + " continues where it ended."
    },
    mixinStandardHelpOptions = true,
    versionProvider = VersionLine.class,
    sortOptions = false,
    footer = {
      "",
      "Exit code 0: all records are imported; 1: some are not, and it is said which; 2: the"
          + " command is not valid. If the server has credentials: MAYFLY_COSMOS_KEY, or"
          + " MAYFLY_MONGO_USER and MAYFLY_MONGO_PASSWORD.%n"
    })
final class ImportCommand extends TransferCommand {
  @Parameters(paramLabel = "PATH", description = "the file or the folder")
  private Path path;

  @Option(
      names = "--db",
      paramLabel = "DB",
      description = "the database, for a file or for a folder with the files of one")
  private String database;

  @Option(names = "--container", paramLabel = "NAME", description = "the container, for a file")
  private String container;

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      description = "jsonl, json, csv or bson, if the name of the file does not say")
  private FileFormat format;

  @Option(
      names = "--existing",
      paramLabel = "WHAT",
      defaultValue = "refuse",
      description =
          "what to do where an item is already: refuse it, keep it or replace it (refuse)")
  private WriteRequest.Existing existing;

  @Option(
      names = "--keep-ts",
      description = "let the time to live of each item count from its _ts, not from now")
  private boolean keepTs;

  @Option(names = "--reset-ts", description = "drop the _ts of documents of collections")
  private boolean resetTs;

  @Option(
      names = "--refused",
      paramLabel = "FILE",
      description = "leave out records that can't be imported and append them to FILE")
  private Path refused;

  @Option(
      names = "--again",
      description = "import also records that this store has imported from the file before")
  private boolean again;

  @Option(
      names = "--api",
      paramLabel = "API",
      description = "what to make of a container that is not there: nosql or mongodb")
  private String api;

  @Option(
      names = "--partition-key",
      paramLabel = "PATH",
      defaultValue = "/id",
      description = "its partition key (/id); more than once for a hierarchical one")
  private List<String> partitionKey;

  @Option(
      names = "--default-ttl",
      paramLabel = "N",
      description = "its default time to live in seconds, or -1 for on without a default")
  private Integer defaultTtl;

  ImportCommand(Stores stores, Map<String, String> environment) {
    super(stores, environment);
  }

  @Override
  public Integer call() {
    boolean folder = Files.isDirectory(path);
    FileFormat used = format == null ? FileFormat.ofName(path.getFileName() + "") : format;
    check(folder, used);
    TransferStore.Times times =
        keepTs
            ? TransferStore.Times.KEEP
            : resetTs ? TransferStore.Times.RESET : TransferStore.Times.NONE;
    ImportOptions options =
        new ImportOptions(existing, times, refused, again, api, partitionKey, defaultTtl);
    return transfer(
        false,
        (target, progress) -> {
          ImportRun run = new ImportRun(target, options, progress);
          if (folder) {
            run.folder(path, database);
          } else {
            run.file(path, new ContainerName(database, container), used);
          }
          if (keepTs) {
            progress.say(
                "Nothing expired is deleted in these containers until it is confirmed: POST"
                    + " /purge/confirm");
          }
          return run.refused() == 0 ? 0 : CommandErrors.FAILED;
        });
  }

  private void check(boolean folder, FileFormat used) {
    if (!Files.exists(path)) {
      throw misuse("There is no file or folder " + path);
    }
    if (folder && container != null) {
      throw misuse("--container is for a file; a folder has a file for each container");
    }
    if (!folder && (database == null || container == null)) {
      throw misuse("Name the container of a file: --db DB --container NAME");
    }
    if (!folder && used == null) {
      throw misuse("The name of " + path + " says no format: give --format");
    }
    if (keepTs && resetTs) {
      throw misuse("--keep-ts and --reset-ts contradict each other: leave one out");
    }
    if (api != null && !List.of(TransferStore.NOSQL, TransferStore.MONGODB).contains(api)) {
      throw misuse("--api is '" + api + "'; it must be nosql or mongodb");
    }
  }
}
