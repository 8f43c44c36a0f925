package dev.mayfly.server;

import dev.mayfly.server.transfer.ImportOptions;
import dev.mayfly.server.transfer.ImportRun;
import java.nio.file.Path;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Loads a folder of files as databases and containers, each once. */
@Command(
    name = "seed",
    description = {
      "Loads a folder with a folder for each database, in which DB/CONTAINER.json or .jsonl has the"
          + " items of a container and DB/CONTAINER.definition.json, if it is there, says what it"
          + " is. Each container is loaded once: one with items of its own is left as it is."
    },
    mixinStandardHelpOptions = true,
    versionProvider = VersionLine.class,
    footer = {
      "",
      "'mayfly serve --seed FOLDER' does the same before it listens. If the server has credentials:"
          + " MAYFLY_COSMOS_KEY, or MAYFLY_MONGO_USER and MAYFLY_MONGO_PASSWORD.%n"
    })
final class SeedCommand extends TransferCommand {
  @Parameters(paramLabel = "FOLDER", description = "the folder")
  private Path folder;

  SeedCommand(Stores stores, Map<String, String> environment) {
    super(stores, environment);
  }

  @Override
  public Integer call() {
    return transfer(
        false,
        (target, progress) -> {
          new ImportRun(target, ImportOptions.SEED, progress).seed(folder);
          return 0;
        });
  }
}
