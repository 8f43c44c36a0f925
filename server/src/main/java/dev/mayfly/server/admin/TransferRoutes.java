package dev.mayfly.server.admin;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;
import dev.mayfly.engine.item.WriteRequest;
import dev.mayfly.server.transfer.ContainerName;
import dev.mayfly.server.transfer.EngineTransfer;
import dev.mayfly.server.transfer.Frame;
import dev.mayfly.server.transfer.RefusedItemException;
import dev.mayfly.server.transfer.TransferStore;
import dev.mayfly.server.transfer.format.DocumentText;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import org.bson.BsonArray;
import org.bson.BsonBinary;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonInvalidOperationException;

/** Imports and exports: what containers are, and their items in both directions. */
final class TransferRoutes {
  static final String DEFINITION = "/containers/{database}/{container}/definition";
  static final String ITEMS = "/containers/{database}/{container}/items";
  static final String IMPORT = "/containers/{database}/{container}/imports/{id}";

  private static final int ID = 5;
  private static final int UNPROCESSABLE = 422;

  private final AdminTarget target;

  TransferRoutes(AdminTarget target) {
    this.target = requireNonNull(target, "target");
  }

  /** Of the engine that serves now: that of a node of a cluster changes with its role. */
  private TransferStore store() {
    return new EngineTransfer(target.engine());
  }

  private static ContainerName name(AdminRequest request) {
    return new ContainerName(request.segment(2), request.segment(3));
  }

  AdminResponse describe(AdminRequest request) {
    // Says what there is instead if it is not there.
    ManagedContainer.of(target.engine(), request);
    BsonDocument description = store().describe(name(request));
    if (description == null) {
      throw new AdminException(404, "the container was dropped");
    }
    return AdminResponse.text(AdminResponse.JSON, DocumentText.of(description) + "\n");
  }

  AdminResponse create(AdminRequest request) {
    BsonDocument description;
    try {
      description = JsonText.parse(request.body());
      description.getString(TransferStore.API);
      description.getDocument(TransferStore.DEFINITION);
    } catch (IllegalArgumentException | BsonInvalidOperationException e) {
      throw new AdminException(
          400,
          "the body must be a JSON object with 'api', which is nosql or mongodb, and 'definition': "
              + e.getMessage());
    }
    store().create(name(request), description);
    return AdminResponse.json(201, Map.of("created", name(request).toString()));
  }

  /** A page of items; the header document has their times and the continuation. */
  AdminResponse read(AdminRequest request) {
    ManagedContainer.of(target.engine(), request);
    String after = request.parameter("continuation");
    byte[] continuation;
    try {
      continuation = after == null ? null : Base64.getUrlDecoder().decode(after);
    } catch (IllegalArgumentException e) {
      throw new AdminException(400, "continuation is not what a page before this one said");
    }
    TransferStore.Page page = store().read(name(request), continuation);
    BsonArray seconds = new BsonArray();
    page.seconds().forEach(second -> seconds.add(new BsonInt64(second)));
    BsonDocument head = new BsonDocument("seconds", seconds);
    if (page.continuation() != null) {
      head.append("continuation", new BsonBinary(page.continuation()));
    }
    return AdminResponse.of(200, Frame.CONTENT_TYPE, new Frame(head, page.items()).encode());
  }

  AdminResponse progress(AdminRequest request) {
    ManagedContainer.of(target.engine(), request);
    return AdminResponse.json(
        200, Map.of("records", store().records(name(request), request.segment(ID))));
  }

  AdminResponse write(AdminRequest request) {
    Frame frame = Frame.decode(request.body());
    TransferStore.Batch batch;
    try {
      BsonDocument head = frame.head();
      batch =
          new TransferStore.Batch(
              head.getString("import").getValue(),
              head.getInt64("from").getValue(),
              head.getInt64("to").getValue(),
              WriteRequest.Existing.valueOf(head.getString("existing").getValue()),
              TransferStore.Times.valueOf(head.getString("times").getValue()),
              frame.documents());
    } catch (BsonInvalidOperationException | IllegalArgumentException e) {
      throw new AdminException(
          400, "the first document must say import, from, to, existing, times: " + e.getMessage());
    }
    ManagedContainer.of(target.engine(), request);
    try {
      TransferStore.Outcome outcome = store().write(name(request), batch);
      return AdminResponse.json(200, Map.of("written", outcome.written(), "kept", outcome.kept()));
    } catch (RefusedItemException e) {
      Map<String, Object> refusal = new LinkedHashMap<>();
      refusal.put("error", e.getMessage());
      refusal.put("refused", e.index());
      return AdminResponse.json(UNPROCESSABLE, refusal);
    } catch (EngineException e) {
      if (e.code() == ErrorCode.OVERLOADED) {
        throw new AdminException(429, e.getMessage());
      }
      throw e;
    }
  }

  /** Whether a request may have a large body: one document of a collection may be of 16 MB. */
  static boolean isLarge(String method, String uri) {
    int query = uri.indexOf('?');
    String path = query < 0 ? uri : uri.substring(0, query);
    return method.equals("POST") && path.startsWith("/containers/") && path.endsWith("/items");
  }
}
