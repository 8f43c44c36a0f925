package dev.mayfly.cosmos.item;

import static java.util.Objects.requireNonNull;

import dev.mayfly.cosmos.handler.Call;
import dev.mayfly.cosmos.handler.Handler;
import dev.mayfly.cosmos.http.CosmosException;
import dev.mayfly.cosmos.http.Response;
import dev.mayfly.cosmos.resource.Directory;
import dev.mayfly.cosmos.resource.ParentHeaders;
import dev.mayfly.cosmos.resource.PartitionKeyHeader;
import dev.mayfly.cosmos.resource.RangeIds;
import dev.mayfly.engine.Container;
import dev.mayfly.engine.partition.PartitionKey;
import dev.mayfly.engine.ru.Charges;

/** Deletes all items of a partition key: gone at once, removed in the background. */
public final class PartitionDelete implements Handler {
  /** What follows "operations/" in the path of a container. */
  public static final String OPERATION = "partitionkeydelete";

  private final Directory directory;

  public PartitionDelete(Directory directory) {
    this.directory = requireNonNull(directory, "directory");
  }

  @Override
  public void handle(Call call) {
    if (!call.request().method().equals("POST")) {
      throw CosmosException.methodNotAllowed(call.request().method());
    }
    Container container = directory.parentContainer(call.path(), call.request());
    PartitionKey key =
        PartitionKeyHeader.require(call.request(), container.definition().partitionKey());
    int range = RangeIds.of(call.request(), container, key);
    container.deletePartition(key);
    Response response = Response.of(200).charge(Charges.rejectedWrite());
    call.respond(ParentHeaders.inContainer(response, container, range));
  }
}
