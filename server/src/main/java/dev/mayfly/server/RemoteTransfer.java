package dev.mayfly.server;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;
import dev.mayfly.server.transfer.ContainerName;
import dev.mayfly.server.transfer.Frame;
import dev.mayfly.server.transfer.RefusedItemException;
import dev.mayfly.server.transfer.TransferStore;
import dev.mayfly.server.transfer.format.DocumentText;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.bson.BsonValue;

/** The store of a running server, over its admin port. */
final class RemoteTransfer implements TransferStore {
  /** As many as the server lists of a database. */
  private static final int LISTED_MAX = 10_000;

  private static final byte[] NOTHING = {};
  private static final int OK = 200;
  private static final int CREATED = 201;
  private static final int NOT_FOUND = 404;
  private static final int UNPROCESSABLE = 422;
  private static final int TOO_MANY = 429;
  private static final int UNAVAILABLE = 503;

  private final AdminClient client;

  RemoteTransfer(AdminClient client) {
    this.client = requireNonNull(client, "client");
  }

  private static String path(ContainerName name, String rest) {
    return "/containers/"
        + AdminClient.part(name.database())
        + "/"
        + AdminClient.part(name.container())
        + rest;
  }

  private static EngineException failure(AdminClient.Answer answer) {
    EngineException refusal = answer.refusal();
    boolean busy = answer.status() == TOO_MANY || answer.status() == UNAVAILABLE;
    return busy ? new EngineException(ErrorCode.OVERLOADED, refusal.getMessage()) : refusal;
  }

  @Override
  public List<ContainerName> containers() {
    List<ContainerName> names = new ArrayList<>();
    for (BsonValue database : client.send("GET", "/containers?limit=1").getArray("databases")) {
      add(database.asString().getValue(), names);
    }
    return names;
  }

  private void add(String database, List<ContainerName> names) {
    BsonDocument found =
        client.send(
            "GET", "/containers?database=" + AdminClient.part(database) + "&limit=" + LISTED_MAX);
    if (found.getBoolean("more").getValue()) {
      throw new EngineException(
          ErrorCode.BAD_REQUEST,
          "The database "
              + database
              + " has more than "
              + LISTED_MAX
              + " containers. Export them one by one, with --container, or from the data directory"
              + " of a stopped server, with --data");
    }
    for (BsonValue each : found.getArray("containers")) {
      String container = each.asDocument().getString("container").getValue();
      names.add(new ContainerName(database, container));
    }
  }

  @Override
  public BsonDocument describe(ContainerName name) {
    AdminClient.Answer answer = client.exchange("GET", path(name, "/definition"), NOTHING);
    if (answer.status() == NOT_FOUND) {
      return null;
    }
    if (answer.status() != OK) {
      throw failure(answer);
    }
    return answer.json();
  }

  @Override
  public void create(ContainerName name, BsonDocument description) {
    byte[] body = DocumentText.of(description).getBytes(StandardCharsets.UTF_8);
    AdminClient.Answer answer = client.exchange("PUT", path(name, "/definition"), body);
    if (answer.status() != CREATED) {
      throw failure(answer);
    }
  }

  @Override
  public Page read(ContainerName name, byte[] continuation) {
    String query =
        continuation == null
            ? ""
            : "?continuation="
                + Base64.getUrlEncoder().withoutPadding().encodeToString(continuation);
    AdminClient.Answer answer = client.exchange("GET", path(name, "/items" + query), NOTHING);
    if (answer.status() != OK) {
      throw failure(answer);
    }
    Frame frame = Frame.decode(answer.body());
    List<Long> seconds =
        frame.head().getArray("seconds").stream().map(each -> each.asInt64().getValue()).toList();
    BsonValue next = frame.head().get("continuation");
    return new Page(frame.documents(), seconds, next == null ? null : next.asBinary().getData());
  }

  @Override
  public long records(ContainerName name, String importId) {
    return client
        .send("GET", path(name, "/imports/" + AdminClient.part(importId)))
        .getNumber("records")
        .longValue();
  }

  @Override
  public Outcome write(ContainerName name, Batch batch) {
    BsonDocument head =
        new BsonDocument("import", new BsonString(batch.id()))
            .append("from", new BsonInt64(batch.from()))
            .append("to", new BsonInt64(batch.to()))
            .append("existing", new BsonString(batch.existing().name()))
            .append("times", new BsonString(batch.times().name()));
    AdminClient.Answer answer =
        client.exchange("POST", path(name, "/items"), new Frame(head, batch.items()).encode());
    if (answer.status() == OK) {
      BsonDocument done = answer.json();
      return new Outcome(done.getNumber("written").longValue(), done.getNumber("kept").longValue());
    }
    if (answer.status() == UNPROCESSABLE) {
      BsonDocument refusal = answer.json();
      throw new RefusedItemException(
          refusal.getNumber("refused").intValue(), refusal.getString("error").getValue());
    }
    throw failure(answer);
  }

  @Override
  public void close() {
    // Each request stands for itself.
  }
}
