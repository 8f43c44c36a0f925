package dev.mayfly.server;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.mayfly.server.config.ConfigException;
import dev.mayfly.server.config.CosmosConfig;
import dev.mayfly.server.config.MongoConfig;
import dev.mayfly.server.config.ServerConfig;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/**
 * A file in JSON that is there while a server is ready, for programs that start one: where it
 * listens, the key and the certificate. Only its owner can read it, since it has the key.
 */
final class ReadyFile {
  private ReadyFile() {}

  /** Writes it whole or not at all. */
  static void write(Path file, ServerConfig config, RunningServer server) {
    try {
      Path directory = file.toAbsolutePath().getParent();
      Path begun = Files.createTempFile(directory, "mayfly-ready", null, ownersOnly(directory));
      Files.writeString(begun, json(config, server));
      Files.move(begun, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      throw new ConfigException(
          "ready-file " + file + " can't be written (" + e + "); name another one", e);
    }
  }

  private static java.nio.file.attribute.FileAttribute<?>[] ownersOnly(Path directory) {
    Set<String> views = directory.getFileSystem().supportedFileAttributeViews();
    return views.contains("posix")
        ? new java.nio.file.attribute.FileAttribute<?>[] {
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
        }
        : new java.nio.file.attribute.FileAttribute<?>[0];
  }

  /** The server is no longer ready. */
  static void delete(Path file) {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      // It names ports that are closed by now; a client that connects is refused.
    }
  }

  private static String json(ServerConfig config, RunningServer server) throws IOException {
    StringWriter text = new StringWriter();
    try (JsonGenerator json = new JsonFactory().createGenerator(text).useDefaultPrettyPrinter()) {
      json.writeStartObject();
      json.writeStringField("version", Version.text());
      json.writeNumberField("pid", ProcessHandle.current().pid());
      json.writeObjectFieldStart("admin");
      json.writeNumberField("port", server.adminPort());
      json.writeStringField("url", "http://127.0.0.1:" + server.adminPort() + "/");
      json.writeEndObject();
      if (config.cosmos().isPresent()) {
        cosmos(json, config.cosmos().get(), server);
      }
      if (config.mongo().isPresent()) {
        mongo(json, config.mongo().get(), server);
      }
      json.writeEndObject();
    }
    return text + "\n";
  }

  private static void cosmos(JsonGenerator json, CosmosConfig config, RunningServer server)
      throws IOException {
    String host = ReadyLine.host(config.isLoopback(), config.bind());
    json.writeObjectFieldStart("cosmos");
    json.writeNumberField("port", server.cosmosPort());
    if (server.cosmosDirectPort().isPresent()) {
      json.writeNumberField("directPort", server.cosmosDirectPort().getAsInt());
    }
    json.writeStringField("endpoint", "http://" + host + ":" + server.cosmosPort() + "/");
    json.writeStringField("httpsEndpoint", "https://" + host + ":" + server.cosmosPort() + "/");
    json.writeStringField("key", config.keys().primary());
    json.writeStringField("certificate", server.certificatePem());
    json.writeEndObject();
  }

  private static void mongo(JsonGenerator json, MongoConfig config, RunningServer server)
      throws IOException {
    String host = ReadyLine.host(config.isLoopback(), config.bind());
    json.writeObjectFieldStart("mongodb");
    json.writeNumberField("port", server.mongoPort());
    json.writeStringField("uri", "mongodb://" + host + ":" + server.mongoPort() + "/");
    json.writeEndObject();
  }
}
