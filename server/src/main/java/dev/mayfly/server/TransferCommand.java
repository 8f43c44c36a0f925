package dev.mayfly.server;

import static java.util.Objects.requireNonNull;

import dev.mayfly.server.progress.Progress;
import dev.mayfly.server.transfer.TransferStore;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.BiFunction;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** A command that brings items in or out, and shows how far it is. */
abstract class TransferCommand implements Callable<Integer> {
  private final Stores stores;
  private final Map<String, String> environment;

  @Mixin private StoreOption store;
  @Spec private CommandSpec spec;

  TransferCommand(Stores stores, Map<String, String> environment) {
    this.stores = requireNonNull(stores, "stores");
    this.environment = requireNonNull(environment, "environment");
  }

  /**
   * Opens the store that the options name, and works with it.
   *
   * @param mustExist whether a data directory is not made
   * @param work returns the exit code
   */
  final int transfer(boolean mustExist, BiFunction<TransferStore, Progress, Integer> work) {
    try (Progress progress = Progress.on(spec.commandLine().getErr(), environment);
        TransferStore opened = store.open(stores, environment, mustExist)) {
      return work.apply(opened, progress);
    }
  }

  final ParameterException misuse(String message) {
    return new ParameterException(spec.commandLine(), message);
  }
}
