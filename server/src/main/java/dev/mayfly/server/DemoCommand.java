package dev.mayfly.server;

import static java.util.Objects.requireNonNull;

import dev.mayfly.server.demo.Screen;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Shows the product in ten seconds. */
@Command(
    name = "demo",
    description = "Shows in ten seconds what Mayfly does, in this terminal. Leaves nothing behind.",
    mixinStandardHelpOptions = true,
    versionProvider = VersionLine.class)
final class DemoCommand implements Callable<Integer> {
  private static final int MANY_ITEMS = 1_000_000;

  private final Stores stores;
  private final Map<String, String> environment;

  @Spec private CommandSpec spec;

  DemoCommand(Stores stores, Map<String, String> environment) {
    this.stores = requireNonNull(stores, "stores");
    this.environment = Map.copyOf(environment);
  }

  @Override
  public Integer call() {
    stores.demo(Screen.of(spec.commandLine().getOut(), environment), MANY_ITEMS);
    return 0;
  }
}
