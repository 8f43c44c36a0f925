package dev.mayfly.cosmos.direct;

import dev.mayfly.cosmos.http.CosmosException;
import dev.mayfly.cosmos.http.Request;
import dev.mayfly.cosmos.resource.ResourcePath;
import dev.mayfly.cosmos.resource.ResourceType;
import io.netty.handler.codec.http.QueryStringDecoder;
import java.util.List;
import java.util.Map;

/**
 * The query part of a request for addresses: it names what the client is going to address, the
 * items of a container or resources outside of containers.
 */
public final class AddressQuery {
  private static final int PARAMETERS_MAX = 16;

  private AddressQuery() {}

  /**
   * The container whose addresses are asked for, as a path to them; without ids if it is none.
   *
   * @param asked the path of the request
   * @throws CosmosException if it asks for no addresses
   */
  public static ResourcePath path(Request request, ResourcePath asked) {
    String method = request.method();
    if (!asked.isFeed() || !method.equals("GET") && !method.equals("HEAD")) {
      throw CosmosException.methodNotAllowed(method);
    }
    String of = parameter(request, "$resolveFor");
    if (of == null) {
      throw CosmosException.badRequest("The parameter $resolveFor is missing.");
    }
    ResourcePath owner = ResourcePath.parse(of);
    List<String> ids =
        switch (owner.type()) {
          case ACCOUNT, DATABASE, CONTAINER, USER, PERMISSION, OFFER, ENCRYPTION_KEY, ADDRESS ->
              List.of();
          default -> owner.ids().subList(0, 2);
        };
    return new ResourcePath(ResourceType.ADDRESS, ids, true, null);
  }

  /** The ids of the ranges that are asked for. */
  static List<String> ranges(Request request) {
    String ids = parameter(request, "$partitionKeyRangeIds");
    return ids == null ? List.of() : List.of(ids.split(","));
  }

  private static String parameter(Request request, String name) {
    try {
      Map<String, List<String>> parameters =
          QueryStringDecoder.builder()
              .hasPath(false)
              .maxParams(PARAMETERS_MAX)
              .build(request.query())
              .parameters();
      List<String> values = parameters.get(name);
      return values == null ? null : values.get(0);
    } catch (IllegalArgumentException e) {
      throw CosmosException.badRequest("The query part of the address is not well encoded.");
    }
  }
}
