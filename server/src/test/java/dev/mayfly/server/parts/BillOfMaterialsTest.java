package dev.mayfly.server.parts;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BillOfMaterialsTest {
  @TempDir private Path library;

  @Test
  void namesEveryJarThatIsShipped() throws Exception {
    List<Part> parts = Parts.shipped();
    String bill = write(parts);
    for (Part part : parts) {
      assertThat(bill).contains("\"purl\" : \"" + part.packageUrl() + "\"");
    }
    assertThat(parts.stream().map(Part::name))
        .contains("io.netty:netty-handler", "org.rocksdb:rocksdbjni", "org.mongodb:bson")
        .noneMatch(name -> name.contains("junit") || name.contains("azure"));
    assertThat(write(parts)).as("the same each time").isEqualTo(bill);
  }

  @Test
  void hashesTheJarsThatAreThere() throws Exception {
    Part part = new Part("io.netty", "c", "linux-x86_64", "1.0");
    Files.writeString(library.resolve("c-1.0-linux-x86_64.jar"), "abc");
    assertThat(write(List.of(part)))
        .contains("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
        .contains("pkg:maven/io.netty/c@1.0?type=jar&classifier=linux-x86_64");
  }

  @Test
  void everyLibraryHasALicenceAndNoLineIsLeftOver() throws Exception {
    Licences licences = Licences.read();
    List<Part> parts = Parts.shipped();
    for (Part part : parts) {
      assertThat(licences.of(part)).isNotBlank();
    }
    assertThat(parts.stream().map(Part::group).distinct())
        .containsExactlyInAnyOrderElementsOf(licences.groups());
  }

  @Test
  void isWellFormedAndSaysItsFormat() throws Exception {
    List<String> names = new ArrayList<>();
    try (JsonParser json = new JsonFactory().createParser(write(Parts.shipped()))) {
      for (JsonToken token = json.nextToken(); token != null; token = json.nextToken()) {
        if (token == JsonToken.FIELD_NAME && json.getParsingContext().getNestingDepth() == 1) {
          names.add(json.currentName());
        }
      }
    }
    assertThat(names)
        .containsExactly(
            "bomFormat", "specVersion", "version", "metadata", "components", "dependencies");
  }

  private String write(List<Part> parts) throws IOException {
    StringWriter out = new StringWriter();
    new BillOfMaterials("0.1", library).write(parts, out);
    return out.toString();
  }
}
