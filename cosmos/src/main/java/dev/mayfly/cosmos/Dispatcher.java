package dev.mayfly.cosmos;

import static java.util.Objects.requireNonNull;

import dev.mayfly.cosmos.auth.Authorizer;
import dev.mayfly.cosmos.auth.Caller;
import dev.mayfly.cosmos.auth.KeyAuthorizer;
import dev.mayfly.cosmos.auth.Operation;
import dev.mayfly.cosmos.direct.AddressQuery;
import dev.mayfly.cosmos.direct.DirectAdmission;
import dev.mayfly.cosmos.handler.Call;
import dev.mayfly.cosmos.handler.Handler;
import dev.mayfly.cosmos.http.Admission;
import dev.mayfly.cosmos.http.CosmosException;
import dev.mayfly.cosmos.http.Exchange;
import dev.mayfly.cosmos.http.HeaderNames;
import dev.mayfly.cosmos.http.Request;
import dev.mayfly.cosmos.resource.Locations;
import dev.mayfly.cosmos.resource.ResourcePath;
import dev.mayfly.cosmos.resource.ResourceType;
import dev.mayfly.net.work.RequestExecutor;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * Authorizes each request by its head and sends it to the handler of what its path names.
 * Operations on single items stay on the network thread: they read what is in memory or hand a
 * write over, unless they are large. So do queries, whose handler knows which are quick. Everything
 * else runs on the workers.
 */
final class Dispatcher implements Admission, DirectAdmission {
  /** Larger bodies are read by a worker: network threads have other connections to serve. */
  private static final int SMALL_BYTES = 64 << 10;

  /** A follower does not know how far behind it is. */
  private static final Set<String> LEADER_LEVELS = Set.of("strong", "boundedstaleness");

  private final Authorizer authorizer;
  private final Map<ResourceType, Handler> handlers;
  private final Locations locations;
  private final RequestExecutor workers;
  private final RequestMeter meter;

  Dispatcher(
      Authorizer authorizer,
      Map<ResourceType, Handler> handlers,
      Locations locations,
      RequestExecutor workers,
      RequestMeter meter) {
    this.meter = requireNonNull(meter, "meter");
    this.locations = requireNonNull(locations, "locations");
    this.authorizer = requireNonNull(authorizer, "authorizer");
    this.handlers = new EnumMap<>(handlers);
    this.workers = requireNonNull(workers, "workers");
  }

  @Override
  public Admitted admit(Request head) {
    ResourcePath path;
    try {
      ResourcePath named = ResourcePath.parse(head.path());
      path = named.type() == ResourceType.ADDRESS ? AddressQuery.path(head, named) : named;
    } catch (RuntimeException e) {
      meter.refused(head, null, e);
      throw e;
    }
    return admit(head, path);
  }

  @Override
  public Admitted admit(Request head, ResourcePath path) {
    Caller caller;
    try {
      caller = authorizer.authorize(head, path);
    } catch (RuntimeException e) {
      meter.refused(head, path, e);
      throw e;
    }
    return new Admitted(exchange -> dispatch(exchange, path, caller), true);
  }

  /** Handles a request whose sender is known to have an account key. */
  void call(Exchange exchange, boolean readOnly) {
    try {
      Request request = exchange.request();
      ResourcePath path = ResourcePath.parse(request.path());
      dispatch(exchange, path, KeyAuthorizer.owner(request, path, readOnly));
    } catch (RuntimeException e) {
      exchange.fail(e);
    }
  }

  private void dispatch(Exchange asked, ResourcePath path, Caller caller) {
    Exchange exchange = meter.measured(asked, path);
    try {
      Request request = exchange.request();
      if (locations.isCluster() && isForLeader(request, path)) {
        locations.requireLeader();
      }
      Call call = new Call(asRead(exchange), path, caller);
      Handler handler = handlers.get(path.type());
      if (handler == null) {
        throw CosmosException.methodNotAllowed(request.method());
      }
      if (staysHere(request, path)) {
        handler.handle(call);
      } else {
        call.handOver(workers, () -> handler.handle(call));
      }
    } catch (RuntimeException | Error e) {
      exchange.fail(e);
    }
  }

  /** HEAD is handled as GET; the encoder omits the body. */
  private static Exchange asRead(Exchange exchange) {
    Request request = exchange.request();
    return request.method().equals("HEAD") ? exchange.as(request.withMethod("GET")) : exchange;
  }

  /** Writes, and reads that have to see every write that was acknowledged before. */
  private static boolean isForLeader(Request request, ResourcePath path) {
    return switch (Operation.of(request, path)) {
      case READ, LIST, QUERY, QUERY_PLAN -> {
        String level = request.header(HeaderNames.CONSISTENCY_LEVEL);
        yield level != null && LEADER_LEVELS.contains(level.toLowerCase(Locale.ROOT));
      }
      default -> true;
    };
  }

  private static boolean staysHere(Request request, ResourcePath path) {
    if (path.type() != ResourceType.ITEM || request.body().length > SMALL_BYTES) {
      return false;
    }
    return !path.isFeed() || request.method().equals("POST") && !request.flag(HeaderNames.IS_BATCH);
  }
}
