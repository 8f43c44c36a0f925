package dev.mayfly.server;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** What Picocli adds to commands that are described by annotations, for those that are not. */
final class StandardOptions {
  private StandardOptions() {}

  static CommandSpec addTo(CommandSpec spec) {
    return spec.versionProvider(new VersionLine())
        .addOption(
            OptionSpec.builder("-h", "--help")
                .usageHelp(true)
                .description("Show this help message and exit.")
                .build())
        .addOption(
            OptionSpec.builder("-V", "--version")
                .versionHelp(true)
                .description("Print version information and exit.")
                .build());
  }
}
