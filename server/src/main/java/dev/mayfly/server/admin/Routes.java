package dev.mayfly.server.admin;

import dev.mayfly.engine.error.EngineException;
import dev.mayfly.query.memory.MemoryPool;
import dev.mayfly.server.metrics.MongoMetrics;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * All that the admin port answers: path, method, route. To add a route, write a method that takes
 * an {@link AdminRequest} and add a line to the constructor.
 */
final class Routes {
  static final String HEALTH = "/healthz";
  static final String METRICS = "/metrics";

  private static final Logger LOG = LoggerFactory.getLogger(Routes.class);

  private final Map<String, Map<String, Route>> byPathAndMethod = new TreeMap<>();

  Routes(
      AdminTarget target,
      Optional<Path> backupDirectory,
      MemoryPool memory,
      Optional<MongoMetrics> mongo,
      Supplier<Map<String, Boolean>> keyReload) {
    StatusRoutes status = new StatusRoutes(target, memory, mongo);
    add("GET", HEALTH, status::health);
    add("GET", METRICS, status::metrics);

    ClockRoutes clock = new ClockRoutes(target);
    add("GET", "/clock", clock::read);
    add("POST", "/clock/advance", clock::advance);
    add("POST", "/clock/freeze", clock::freeze);
    add("POST", "/clock/reset", clock::reset);
    add("POST", "/clock/confirm-step", clock::confirmStep);

    PurgeRoutes purge = new PurgeRoutes(target);
    add("GET", "/purge", purge::read);
    add("POST", "/purge/pause", purge::pause);
    add("POST", "/purge/resume", purge::resume);
    add("POST", "/purge/confirm", purge::confirm);

    BackupRoute backup = new BackupRoute(target, backupDirectory);
    add("POST", "/backup", backup::answer);

    add("POST", "/keys/reload", new KeysRoute(keyReload)::answer);
  }

  /** All paths and the methods that each answers. */
  SortedMap<String, Set<String>> methodsByPath() {
    SortedMap<String, Set<String>> methods = new TreeMap<>();
    byPathAndMethod.forEach((path, byMethod) -> methods.put(path, byMethod.keySet()));
    return methods;
  }

  private void add(String method, String path, Route route) {
    byPathAndMethod.computeIfAbsent(path, unused -> new TreeMap<>()).put(method, route);
  }

  /** Never throws: what goes wrong becomes an answer. */
  AdminResponse answer(AdminRequest request) {
    Map<String, Route> byMethod = byPathAndMethod.get(request.path());
    if (byMethod == null) {
      return AdminResponse.error(
          404, "there is no such path; there are " + String.join(", ", byPathAndMethod.keySet()));
    }
    Route route = byMethod.get(request.method());
    if (route == null) {
      String allowed = String.join(", ", byMethod.keySet());
      return AdminResponse.methodNotAllowed(
          request.path() + " answers " + allowed + ", not " + request.method(), allowed);
    }
    try {
      return route.answer(request);
    } catch (AdminException e) {
      return AdminResponse.error(e.status(), e.getMessage());
    } catch (EngineException e) {
      return AdminResponse.error(status(e), e.getMessage());
    } catch (RuntimeException e) {
      LOG.error("{} {} failed", request.method(), request.path(), e);
      return AdminResponse.error(500, "this failed unexpectedly; the server's log says why");
    }
  }

  private static int status(EngineException e) {
    return switch (e.code().kind()) {
      case USER -> 400;
      case RESOURCES -> 503;
      case INTERNAL -> 500;
    };
  }
}
