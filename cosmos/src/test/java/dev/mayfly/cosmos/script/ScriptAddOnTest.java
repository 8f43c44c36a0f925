package dev.mayfly.cosmos.script;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mayfly.scripts.ScriptProgram;
import java.io.File;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where the program that runs scripts is found. */
class ScriptAddOnTest {
  private static final String MAIN = ScriptProgram.MAIN_CLASS.replace('.', '/') + ".class";

  @TempDir private Path directory;

  private static List<String> entries(ScriptProgram program) throws IOException {
    return List.of(program.classPath().split(File.pathSeparator));
  }

  /** A class loader that sees nothing but Java and those places. */
  private static URLClassLoader loader(Path... places) throws IOException {
    URL[] urls = new URL[places.length];
    for (int i = 0; i < places.length; i++) {
      urls[i] = places[i].toUri().toURL();
    }
    return new URLClassLoader(urls, ClassLoader.getPlatformClassLoader());
  }

  private static void addTo(Path place) throws IOException {
    Path program = place.resolve("javascript/classes").resolve(MAIN);
    Files.createDirectories(program.getParent());
    Files.writeString(program, "program");
    Files.writeString(place.resolve("javascript/engine.jar"), "engine");
  }

  @Test
  void besideTheServersJarsAlsoWhenItIsAddedLater() throws IOException {
    try (URLClassLoader nothing = loader();
        ScriptAddOn addOn =
            new ScriptAddOn(nothing, Optional.of(directory.resolve("mayfly-scripts.jar")))) {
      assertThat(addOn.isInstalled()).isFalse();
      addTo(directory);
      assertThat(addOn.isInstalled()).isTrue();
      assertThat(entries(addOn))
          .containsExactly(
              directory.resolve("javascript/classes").toString(),
              directory.resolve("javascript/engine.jar").toString());
    }
  }

  @Test
  void inADirectoryOfTheClassPath() throws IOException {
    Path place = directory.resolve("with a space");
    addTo(place);
    try (URLClassLoader loader = loader(place);
        ScriptAddOn addOn = new ScriptAddOn(loader, Optional.empty())) {
      assertThat(addOn.isInstalled()).isTrue();
      assertThat(entries(addOn))
          .containsExactly(
              place.resolve("javascript/classes").toString(),
              place.resolve("javascript/engine.jar").toString());
    }
  }

  @Test
  void inAJarOfTheClassPathItIsUnpackedUntilTheServerIsClosed() throws IOException {
    Path jar = directory.resolve("add-on.jar");
    try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar))) {
      for (String name :
          List.of("javascript/classes/" + MAIN, "javascript/engine.jar", "other/part")) {
        out.putNextEntry(new JarEntry(name));
        out.write(name.getBytes());
      }
    }
    try (URLClassLoader loader = loader(jar)) {
      ScriptAddOn addOn = new ScriptAddOn(loader, Optional.empty());
      assertThat(addOn.isInstalled()).isTrue();
      List<Path> unpacked = entries(addOn).stream().map(Path::of).toList();
      assertThat(unpacked).hasSize(2);
      assertThat(unpacked.get(0).resolve(MAIN)).hasContent("javascript/classes/" + MAIN);
      assertThat(unpacked.get(1)).hasContent("javascript/engine.jar");
      assertThat(unpacked.get(1).resolveSibling("other")).doesNotExist();
      assertThat(entries(addOn)).as("unpacked once").containsExactlyElementsOf(entries(addOn));
      addOn.close();
      assertThat(unpacked.get(1).getParent()).doesNotExist();
    }
  }
}
