package dev.mayfly.server.parts;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

/** Writes a CycloneDX bill of materials; the same build always gets the same one. */
public final class BillOfMaterials {
  private static final String SPECIFICATION = "1.6";

  private final String version;
  private final Path library;

  /**
   * @param library the directory with the jars; hashes of those that are not there are left out
   */
  public BillOfMaterials(String version, Path library) {
    this.version = version;
    this.library = library;
  }

  public void write(List<Part> parts, Writer out) throws IOException {
    JsonGenerator json = new JsonFactory().createGenerator(out).useDefaultPrettyPrinter();
    json.writeStartObject();
    json.writeStringField("bomFormat", "CycloneDX");
    json.writeStringField("specVersion", SPECIFICATION);
    json.writeNumberField("version", 1);
    json.writeObjectFieldStart("metadata");
    json.writeFieldName("component");
    self(json);
    json.writeEndObject();
    Licences licences = Licences.read();
    json.writeArrayFieldStart("components");
    for (Part part : parts) {
      component(json, part, licences.of(part));
    }
    json.writeEndArray();
    dependencies(json, parts);
    json.writeEndObject();
    json.flush();
  }

  private String reference() {
    return "pkg:maven/dev.mayfly/mayfly-server@" + version + "?type=jar";
  }

  private void self(JsonGenerator json) throws IOException {
    json.writeStartObject();
    json.writeStringField("type", "application");
    json.writeStringField("bom-ref", reference());
    json.writeStringField("group", "dev.mayfly");
    json.writeStringField("name", "mayfly-server");
    json.writeStringField("version", version);
    json.writeStringField("purl", reference());
    json.writeArrayFieldStart("licenses");
    json.writeStartObject();
    json.writeObjectFieldStart("license");
    json.writeStringField("id", "Apache-2.0");
    json.writeEndObject();
    json.writeEndObject();
    json.writeEndArray();
    json.writeEndObject();
  }

  private static void licence(JsonGenerator json, String expression) throws IOException {
    json.writeArrayFieldStart("licenses");
    json.writeStartObject();
    json.writeStringField("expression", expression);
    json.writeEndObject();
    json.writeEndArray();
  }

  private void component(JsonGenerator json, Part part, String licence) throws IOException {
    json.writeStartObject();
    json.writeStringField("type", "library");
    json.writeStringField("bom-ref", part.packageUrl());
    json.writeStringField("group", part.group());
    json.writeStringField("name", part.artifact());
    json.writeStringField("version", part.version());
    Optional<Path> file = part.fileIn(library);
    if (file.isPresent()) {
      json.writeArrayFieldStart("hashes");
      json.writeStartObject();
      json.writeStringField("alg", "SHA-256");
      json.writeStringField("content", sha256(file.get()));
      json.writeEndObject();
      json.writeEndArray();
    }
    licence(json, licence);
    json.writeStringField("purl", part.packageUrl());
    json.writeEndObject();
  }

  /** One level: the program needs all of them, transitive ones included. */
  private void dependencies(JsonGenerator json, List<Part> parts) throws IOException {
    json.writeArrayFieldStart("dependencies");
    json.writeStartObject();
    json.writeStringField("ref", reference());
    json.writeArrayFieldStart("dependsOn");
    for (Part part : parts) {
      json.writeString(part.packageUrl());
    }
    json.writeEndArray();
    json.writeEndObject();
    json.writeEndArray();
  }

  private static String sha256(Path file) throws IOException {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      try (InputStream in = new DigestInputStream(Files.newInputStream(file), digest)) {
        in.transferTo(OutputStream.nullOutputStream());
      }
      return HexFormat.of().formatHex(digest.digest());
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java machine has SHA-256", e);
    }
  }
}
