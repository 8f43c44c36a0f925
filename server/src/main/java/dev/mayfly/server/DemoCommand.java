package dev.mayfly.server;

import static java.util.Objects.requireNonNull;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Shows the product in ten seconds. */
@Command(
    name = "demo",
    description = "Shows in ten seconds what Mayfly does, in this terminal. Leaves nothing behind.",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class)
final class DemoCommand implements Callable<Integer> {
  private final Stores stores;

  @Spec private CommandSpec spec;

  DemoCommand(Stores stores) {
    this.stores = requireNonNull(stores, "stores");
  }

  @Override
  public Integer call() {
    stores.demo(spec.commandLine().getOut());
    return 0;
  }
}
