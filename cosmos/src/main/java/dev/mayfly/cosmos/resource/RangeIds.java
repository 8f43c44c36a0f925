package dev.mayfly.cosmos.resource;

import dev.mayfly.cosmos.http.CosmosException;
import dev.mayfly.cosmos.http.HeaderNames;
import dev.mayfly.cosmos.http.Request;
import dev.mayfly.cosmos.http.Response;
import dev.mayfly.engine.Container;
import dev.mayfly.engine.partition.PartitionKey;
import dev.mayfly.engine.partition.PartitionKeyDefinition;
import dev.mayfly.engine.partition.PartitionKeyRange;

/**
 * The partition key ranges that requests are addressed to and that answers come from. Clients that
 * address a range which was split read the ranges again and continue in its children.
 */
public final class RangeIds {
  private static final int RANGE_GONE = 1002;
  private static final int COMPLETING_SPLIT = 1007;
  private static final int ID_CHARACTERS_MAX = 9;

  private RangeIds() {}

  /**
   * The range that a request for several items is addressed to, or null if it names none.
   *
   * @throws CosmosException 410 if there is no such range: it never was, or it was split
   */
  public static PartitionKeyRange named(Request request, Container container) {
    String id = request.header(HeaderNames.PARTITION_KEY_RANGE_ID);
    if (id == null) {
      return null;
    }
    PartitionKeyRange range = find(id, container);
    if (range == null) {
      throw gone(id, RANGE_GONE);
    }
    return range;
  }

  /**
   * The range of a partition key, for a request about one logical partition.
   *
   * @throws CosmosException 410 if the request is addressed to another range, as after a split.
   *     Clients repeat operations on single items for this sub-status only
   */
  public static int of(Request request, Container container, PartitionKey key) {
    int range = of(container, key);
    String id = request.header(HeaderNames.PARTITION_KEY_RANGE_ID);
    if (id != null) {
      PartitionKeyRange named = find(id, container);
      if (named == null || named.id() != range) {
        throw gone(id, COMPLETING_SPLIT);
      }
    }
    return range;
  }

  /** The range of a partition key as of now. */
  public static int of(Container container, PartitionKey key) {
    return container.ranges().of(container.definition().partitionKey(), key).id();
  }

  /**
   * Checks that an operation of many belongs to the range that they were sent to.
   *
   * @throws CosmosException 410 if not: nothing of it is done, and clients send it elsewhere
   */
  public static void require(
      PartitionKeyRange range, PartitionKeyDefinition definition, PartitionKey key) {
    if (range != null && !range.holds(definition, key)) {
      throw gone(Integer.toString(range.id()), RANGE_GONE);
    }
  }

  /** Whether a container has a range of that id. */
  public static boolean isRange(String id, Container container) {
    return find(id, container) != null;
  }

  /** Clients may put the container's resource id and a comma before it. */
  private static PartitionKeyRange find(String header, Container container) {
    String id = header.substring(header.indexOf(',') + 1);
    if (id.isEmpty() || id.length() > ID_CHARACTERS_MAX) {
      return null;
    }
    for (int i = 0; i < id.length(); i++) {
      if (id.charAt(i) < '0' || id.charAt(i) > '9') {
        return null;
      }
    }
    return container.ranges().get(Integer.parseInt(id));
  }

  private static CosmosException gone(String id, int subStatus) {
    return CosmosException.errors(
        410,
        subStatus,
        "The requested resource is no longer available at the server: there is no partition key"
            + " range '"
            + id
            + "' for it.");
  }

  /** Adds the range that an answer comes from, and how far the client has seen it. */
  public static Response add(Response response, int range, long lsn) {
    return response
        .header(HeaderNames.PARTITION_KEY_RANGE_ID, range)
        .header(HeaderNames.SESSION_TOKEN, SessionToken.of(range, lsn))
        .header(HeaderNames.LSN, lsn);
  }
}
