package dev.mayfly.server;

import dev.mayfly.server.parts.BillOfMaterials;
import dev.mayfly.server.parts.Part;
import dev.mayfly.server.parts.Parts;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Prints what the program is made of. */
@Command(
    name = "sbom",
    description = {
      "Prints a software bill of materials (CycloneDX, JSON): every jar that this build ships, with"
          + " its version, its package URL and its SHA-256."
    },
    mixinStandardHelpOptions = true,
    versionProvider = VersionLine.class)
final class SbomCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws IOException {
    PrintWriter out = spec.commandLine().getOut();
    Path library = library();
    List<Part> parts = Parts.shipped();
    if (Files.isDirectory(library)) {
      parts = parts.stream().filter(part -> part.isIn(library)).toList();
    }
    new BillOfMaterials(Version.text(), library).write(parts, out);
    out.println();
    return 0;
  }

  /** The directory with the jars, beside the program's own. */
  private static Path library() {
    try {
      return Path.of(SbomCommand.class.getProtectionDomain().getCodeSource().getLocation().toURI())
          .resolveSibling("lib");
    } catch (URISyntaxException e) {
      throw new IllegalStateException("the program's own place is no path", e);
    }
  }
}
