package dev.mayfly.server.admin;

import dev.mayfly.cosmos.json.JsonWriter;
import dev.mayfly.explorer.ExplorerFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.bson.BsonDocument;
import org.bson.BsonInvalidOperationException;
import org.bson.RawBsonDocument;
import org.bson.codecs.BsonDocumentCodec;

/** The page of the Explorer, and what it asks for beside the routes for everybody. */
final class ExplorerRoutes {
  static final String FILE = "/explorer/app/{file}";
  static final String NOSQL = "/explorer/nosql";
  static final String MONGODB = "/explorer/mongodb";
  static final String BACKUPS = "/explorer/backups";

  private static final int FILE_SEGMENT = 3;
  private static final int BACKUPS_MAX = 1000;

  private final DataApis apis;
  private final Optional<Path> backupDirectory;

  ExplorerRoutes(AdminServices services) {
    this.apis = services.apis();
    this.backupDirectory = services.backupDirectory();
  }

  AdminResponse index(AdminRequest request) {
    return file(ExplorerFile.INDEX);
  }

  AdminResponse file(AdminRequest request) {
    return file(request.segment(FILE_SEGMENT));
  }

  private static AdminResponse file(String name) {
    ExplorerFile file =
        ExplorerFile.find(name)
            .orElseThrow(
                () -> new AdminException(404, "the page has no such file; it begins at /"));
    return AdminResponse.of(200, file.contentType(), file.bytes())
        .with("Content-Security-Policy", ExplorerFile.CONTENT_SECURITY_POLICY)
        .with("Referrer-Policy", "no-referrer")
        .with("Cross-Origin-Opener-Policy", "same-origin");
  }

  /** Passes on a request to the API of Azure Cosmos DB: method, path, headers and body. */
  AdminResponse nosql(AdminRequest request) {
    BsonDocument call = body(request);
    Map<String, String> headers = new LinkedHashMap<>();
    DataApis.Answer answer;
    try {
      call.getDocument("headers", new BsonDocument())
          .forEach((name, value) -> headers.put(name, value.asString().getValue()));
      answer =
          apis.nosql(
              request.grant(),
              call.getString("method").getValue(),
              call.getString("path").getValue(),
              headers,
              call.getString("body").getValue().getBytes(StandardCharsets.UTF_8));
    } catch (BsonInvalidOperationException | IllegalArgumentException e) {
      throw new AdminException(
          400, "a call has a method, a path, headers and a body: " + e.getMessage());
    }
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("status", answer.status());
    members.put("headers", answer.headers());
    members.put("body", answer.body().isEmpty() ? null : new Json.Raw(answer.body()));
    return AdminResponse.json(200, members);
  }

  /** Runs a command of MongoDB, in extended JSON. */
  AdminResponse mongodb(AdminRequest request) {
    BsonDocument call = body(request);
    BsonDocument reply;
    try {
      reply =
          apis.mongo(
              request.grant(), call.getString("database").getValue(), call.getDocument("command"));
    } catch (BsonInvalidOperationException e) {
      throw new AdminException(400, "a call has a database and a command: " + e.getMessage());
    }
    RawBsonDocument raw = new RawBsonDocument(reply, new BsonDocumentCodec());
    byte[] bytes = new byte[raw.getByteBuffer().remaining()];
    raw.getByteBuffer().get(bytes);
    return AdminResponse.of(
        200, AdminResponse.JSON, new JsonWriter().document(bytes).toByteArray());
  }

  private static BsonDocument body(AdminRequest request) {
    try {
      return JsonText.parse(request.body());
    } catch (IllegalArgumentException e) {
      throw new AdminException(400, "the body is not a JSON object: " + e.getMessage());
    }
  }

  /** The backups that there are, the latest first. */
  AdminResponse backups(AdminRequest request) {
    List<Map<String, Object>> list = new ArrayList<>();
    backupDirectory.filter(Files::isDirectory).ifPresent(directory -> list(directory, list));
    Map<String, Object> answer = new LinkedHashMap<>();
    answer.put("directory", backupDirectory.map(Path::toString).orElse(null));
    answer.put("backups", list);
    return AdminResponse.json(200, answer);
  }

  private static void list(Path directory, List<Map<String, Object>> list) {
    try (Stream<Path> entries = Files.list(directory)) {
      for (Path entry : entries.filter(Files::isDirectory).limit(BACKUPS_MAX).toList()) {
        Map<String, Object> backup = new LinkedHashMap<>();
        backup.put("name", entry.getFileName().toString());
        backup.put("madeAt", Files.getLastModifiedTime(entry).toMillis() / 1000);
        list.add(backup);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    list.sort((a, b) -> Long.compare((long) b.get("madeAt"), (long) a.get("madeAt")));
  }
}
