package dev.mayfly.server.admin;

import dev.mayfly.engine.error.EngineException;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * All that the admin port answers: path, method, route. To add a route, write a method that takes
 * an {@link AdminRequest} and add a line to the constructor.
 */
final class Routes {
  static final String HEALTH = "/healthz";
  static final String READY = "/ready";
  static final String METRICS = "/metrics";

  private static final Logger LOG = LoggerFactory.getLogger(Routes.class);

  private final Map<String, Map<String, Entry>> byPathAndMethod = new TreeMap<>();
  private final Authenticator authenticator;

  private record Entry(Access access, Route route) {}

  Routes(AdminServices services) {
    AdminTarget target = services.target();
    Sessions sessions = new Sessions(System::nanoTime);
    this.authenticator = new Authenticator(services.credentials(), sessions);
    StatusRoutes status = new StatusRoutes(services);
    add("GET", HEALTH, Access.STATUS, status::health);
    add("GET", READY, Access.STATUS, status::ready);
    add("GET", "/alive", Access.STATUS, status::alive);
    add("GET", METRICS, Access.STATUS, status::metrics);

    ClockRoutes clock = new ClockRoutes(target);
    add("GET", "/clock", Access.STATUS, clock::read);
    add("POST", "/clock/advance", Access.OPERATE, clock::advance);
    add("POST", "/clock/freeze", Access.OPERATE, clock::freeze);
    add("POST", "/clock/reset", Access.OPERATE, clock::reset);
    add("POST", "/clock/confirm-step", Access.OPERATE, clock::confirmStep);

    PurgeRoutes purge = new PurgeRoutes(target);
    add("GET", "/purge", Access.STATUS, purge::read);
    add("POST", "/purge/pause", Access.OPERATE, purge::pause);
    add("POST", "/purge/resume", Access.OPERATE, purge::resume);
    add("POST", "/purge/confirm", Access.OPERATE, purge::confirm);

    BackupRoute backup = new BackupRoute(target, services.backupDirectory());
    add("POST", "/backup", Access.OPERATE, backup::make);
    add("POST", "/backup/check", Access.OPERATE, backup::check);

    ClusterRoutes cluster = new ClusterRoutes(services.cluster());
    add("GET", "/cluster", Access.STATUS, cluster::read);
    add("POST", "/cluster/add", Access.OPERATE, cluster::add);
    add("POST", "/cluster/remove", Access.OPERATE, cluster::remove);
    add("POST", "/cluster/transfer-leader", Access.OPERATE, cluster::transferLeader);
    add("POST", "/cluster/check", Access.OPERATE, cluster::check);

    ContainerRoutes containers = new ContainerRoutes(target);
    add("GET", ContainerRoutes.RANGES, Access.STATUS, containers::ranges);
    add("POST", ContainerRoutes.SPLIT, Access.OPERATE, containers::split);

    TtlRoutes ttl = new TtlRoutes(target);
    add("GET", TtlRoutes.CONTAINERS, Access.READ, ttl::list);
    add("GET", TtlRoutes.CONTAINER, Access.READ, ttl::read);
    add("GET", TtlRoutes.FORECAST, Access.READ, ttl::forecast);
    add("GET", TtlRoutes.DATABASE_FORECAST, Access.READ, ttl::databaseForecast);
    add("POST", TtlRoutes.TTL, Access.WRITE, ttl::change);
    add("GET", ItemTtlRoute.PATH, Access.READ, new ItemTtlRoute(target));
    TransferRoutes transfer = new TransferRoutes(target);
    add("GET", TransferRoutes.DEFINITION, Access.READ, transfer::describe);
    add("PUT", TransferRoutes.DEFINITION, Access.WRITE, transfer::create);
    add("GET", TransferRoutes.ITEMS, Access.READ, transfer::read);
    add("POST", TransferRoutes.ITEMS, Access.WRITE, transfer::write);
    add("GET", TransferRoutes.IMPORT, Access.READ, transfer::progress);
    ExpiryRoutes expiries = new ExpiryRoutes(target);
    add("GET", ExpiryRoutes.PATH, Access.READ, expiries::follow);
    add("POST", ExpiryRoutes.PATH, Access.WRITE, expiries::change);

    WebhookRoutes webhook = new WebhookRoutes(target, services.webhooks());
    add("GET", WebhookRoutes.PATH, Access.READ, webhook::read);
    add("POST", WebhookRoutes.PATH, Access.WRITE, webhook::set);
    add("DELETE", WebhookRoutes.PATH, Access.WRITE, webhook::remove);

    ExplorerRoutes explorer = new ExplorerRoutes(services);
    add("GET", "/", Access.PAGE, explorer::index);
    add("GET", ExplorerRoutes.FILE, Access.PAGE, explorer::file);
    add("POST", ExplorerRoutes.NOSQL, Access.READ, explorer::nosql);
    add("POST", ExplorerRoutes.MONGODB, Access.READ, explorer::mongodb);
    add("GET", ExplorerRoutes.BACKUPS, Access.READ, explorer::backups);
    SessionRoutes session = new SessionRoutes(services, sessions);
    add("GET", SessionRoutes.PATH, Access.PAGE, session::read);
    add("POST", SessionRoutes.PATH, Access.SIGN_IN, session::signIn);
    add("DELETE", SessionRoutes.PATH, Access.SIGN_IN, session::signOut);

    add("POST", "/keys/reload", Access.OPERATE, new KeysRoute(services.keyReload())::answer);
  }

  /** All paths, the methods that each answers, and what each of those needs. */
  SortedMap<String, Map<String, Access>> accessByPathAndMethod() {
    SortedMap<String, Map<String, Access>> table = new TreeMap<>();
    byPathAndMethod.forEach(
        (path, byMethod) -> {
          Map<String, Access> needs = new TreeMap<>();
          byMethod.forEach((method, entry) -> needs.put(method, entry.access()));
          table.put(path, needs);
        });
    return table;
  }

  private void add(String method, String path, Access access, Route route) {
    byPathAndMethod
        .computeIfAbsent(path, unused -> new TreeMap<>())
        .put(method, new Entry(access, route));
  }

  /** Never throws: what goes wrong becomes an answer. */
  AdminResponse answer(AdminRequest request) {
    Map<String, Entry> byMethod = byMethod(request);
    if (byMethod == null) {
      return AdminResponse.error(
          404, "there is no such path; there are " + String.join(", ", byPathAndMethod.keySet()));
    }
    Entry entry = byMethod.get(request.method());
    if (entry == null) {
      String allowed = String.join(", ", byMethod.keySet());
      return AdminResponse.error(
              405, request.path() + " answers " + allowed + ", not " + request.method())
          .with("Allow", allowed);
    }
    try {
      return entry.route().answer(request.as(authenticator.authorize(request, entry.access())));
    } catch (AdminException e) {
      return AdminResponse.error(e.status(), e.getMessage());
    } catch (EngineException e) {
      return AdminResponse.error(status(e), e.getMessage());
    } catch (RuntimeException | StackOverflowError e) {
      LOG.error("{} {} failed", request.method(), request.path(), e);
      return AdminResponse.error(500, "this failed unexpectedly; the server's log says why");
    }
  }

  private Map<String, Entry> byMethod(AdminRequest request) {
    Map<String, Entry> byMethod = byPathAndMethod.get(request.path());
    if (byMethod != null) {
      return byMethod;
    }
    return byPathAndMethod.keySet().stream()
        .filter(request::fits)
        .findFirst()
        .map(byPathAndMethod::get)
        .orElse(null);
  }

  private static int status(EngineException e) {
    return switch (e.code()) {
      case DATABASE_NOT_FOUND, CONTAINER_NOT_FOUND, ITEM_NOT_FOUND -> 404;
      case GUARD_REFUSED, PRECONDITION_FAILED, ALREADY_EXISTS -> 409;
      case TOO_MANY_REQUESTS -> 429;
      case NOT_LEADER -> 409;
      case NO_QUORUM, OUTCOME_UNKNOWN -> 503;
      default ->
          switch (e.code().kind()) {
            case USER -> 400;
            case RESOURCES -> 503;
            case INTERNAL -> 500;
          };
    };
  }
}
