package dev.mayfly.cosmos.container;

import static java.util.Objects.requireNonNull;

import dev.mayfly.cosmos.handler.Call;
import dev.mayfly.cosmos.handler.Handler;
import dev.mayfly.cosmos.http.CosmosException;
import dev.mayfly.cosmos.http.HeaderNames;
import dev.mayfly.cosmos.http.Request;
import dev.mayfly.cosmos.http.Response;
import dev.mayfly.cosmos.resource.Directory;
import dev.mayfly.cosmos.resource.MetadataFeed;
import dev.mayfly.cosmos.resource.ParentHeaders;
import dev.mayfly.cosmos.resource.ResourceType;
import dev.mayfly.engine.Container;
import java.util.List;

/** Conflicts between regions: with one region there are none. */
public final class ConflictHandler implements Handler {
  private final Directory directory;

  public ConflictHandler(Directory directory) {
    this.directory = requireNonNull(directory, "directory");
  }

  @Override
  public void handle(Call call) {
    Request request = call.request();
    Container container = directory.parentContainer(call.path(), request);
    String method = request.method();
    if (!call.path().isFeed()) {
      throw method.equals("GET") || method.equals("DELETE")
          ? CosmosException.notFound()
          : CosmosException.methodNotAllowed(method);
    }
    if (!method.equals("GET") && !(method.equals("POST") && request.isQuery())) {
      throw CosmosException.methodNotAllowed(method);
    }
    if (method.equals("POST") && !isScoped(request)) {
      throw CosmosException.crossPartitionDisabled();
    }
    Response none =
        MetadataFeed.list(request, Directory.rid(container), ResourceType.CONFLICT, List.of());
    call.respond(ParentHeaders.inContainer(none, container));
  }

  private static boolean isScoped(Request request) {
    return request.flag(HeaderNames.CROSS_PARTITION)
        || request.header(HeaderNames.PARTITION_KEY) != null
        || request.header(HeaderNames.PARTITION_KEY_RANGE_ID) != null;
  }
}
