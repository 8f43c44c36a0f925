package dev.mayfly.server.admin;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.Container;
import dev.mayfly.engine.catalog.BuildProgress;
import dev.mayfly.engine.catalog.DateTtl;
import dev.mayfly.engine.count.Forecast;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;
import dev.mayfly.engine.read.Tally;
import dev.mayfly.engine.ttl.TtlValue;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What expires when, of each container and database; and other defaults for it (rules C10, G2). */
final class TtlRoutes {
  static final String CONTAINERS = "/containers";
  static final String CONTAINER = "/containers/{database}/{container}";
  static final String FORECAST = CONTAINER + "/forecast";
  static final String DATABASE_FORECAST = "/databases/{database}/forecast";
  static final String TTL = CONTAINER + "/ttl";

  private static final int LISTED_MAX = 10_000;
  private static final long HORIZON_SECONDS_MAX = 10L * 366 * 86_400;
  private static final int DATABASE_INTERVALS_MAX = 1000;
  private static final int INTERVALS_MAX = 10_000;

  private final AdminTarget target;

  TtlRoutes(AdminTarget target) {
    this.target = requireNonNull(target, "target");
  }

  AdminResponse list(AdminRequest request) {
    int limit = (int) request.number("limit", 1000, 1, LISTED_MAX);
    String database = request.parameter("database");
    List<Container> all =
        database == null
            ? ManagedContainer.all(target.engine())
            : ManagedContainer.in(target.engine(), database);
    List<Map<String, Object>> listed = new ArrayList<>();
    for (Container container : all.subList(0, Math.min(limit, all.size()))) {
      try {
        listed.add(members(container));
      } catch (EngineException e) {
        if (e.code() != ErrorCode.CONTAINER_NOT_FOUND) {
          throw e;
        }
      }
    }
    Map<String, Object> answer = new LinkedHashMap<>();
    answer.put("epochSecond", target.clock().epochSecond());
    answer.put("databases", ManagedContainer.databases(target.engine()));
    answer.put("containers", listed);
    answer.put("more", all.size() > limit);
    return AdminResponse.json(200, answer);
  }

  AdminResponse read(AdminRequest request) {
    Container container = ManagedContainer.of(target.engine(), request);
    Map<String, Object> members = members(container);
    members.put("epochSecond", target.clock().epochSecond());
    List<Map<String, Object>> dates = new ArrayList<>();
    for (DateTtl date : container.definition().dateTtls()) {
      Map<String, Object> each = new LinkedHashMap<>();
      each.put("name", date.name());
      each.put("path", date.path().toString());
      each.put("expireAfterSeconds", date.expireAfterSeconds());
      dates.add(each);
    }
    members.put("dateTtls", dates);
    members.put("builds", container.builds().stream().map(TtlRoutes::build).toList());
    return AdminResponse.json(200, members);
  }

  private static Map<String, Object> build(BuildProgress build) {
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("name", build.name());
    members.put(
        "kind",
        switch (build.kind()) {
          case INDEX -> "index";
          case VECTORS -> "vectors";
          case DATE_TTL -> "dateTtl";
        });
    members.put("seenItems", build.seenItems());
    members.put("items", build.items());
    return members;
  }

  private static Map<String, Object> members(Container container) {
    Map<String, Object> members = new LinkedHashMap<>();
    Tally live = container.live();
    members.put("database", container.database());
    members.put("container", container.name());
    members.put("api", ManagedContainer.isCollection(container) ? "mongodb" : "nosql");
    members.put(
        "partitionKey",
        container.definition().partitionKey().paths().stream()
            .map(path -> "/" + String.join("/", path.names()))
            .toList());
    members.put("defaultTtl", container.definition().defaultTtl());
    members.put("items", live.items());
    members.put("bytes", live.bytes());
    members.put("expiryEvents", container.definition().expiryEvents() != null);
    members.put("purge", purge(container));
    return members;
  }

  private static Map<String, Object> purge(Container container) {
    Map<String, Object> purge = new LinkedHashMap<>();
    Tally backlog = container.metrics().backlog();
    purge.put("backlogItems", backlog.items());
    purge.put("backlogBytes", backlog.bytes());
    purge.put("oldestDeadlineAgeSeconds", container.metrics().backlogAgeSeconds());
    purge.put("purgedItems", container.metrics().purgedItemsTotal());
    long leftOver = container.metrics().leftOverCentiRu();
    purge.put("leftOverRequestUnits", leftOver == Long.MAX_VALUE ? null : leftOver / 100.0);
    purge.put("requestUnits", container.metrics().purgeChargeTotalCentiRu() / 100.0);
    purge.put("userRequestUnits", container.metrics().consumedTotalCentiRu() / 100.0);
    purge.put("throttledRequests", container.metrics().throttledTotal());
    return purge;
  }

  AdminResponse forecast(AdminRequest request) {
    Steps steps = Steps.of(request, INTERVALS_MAX);
    Container container = ManagedContainer.of(target.engine(), request);
    return answer(container.metrics().forecast(steps.seconds(), steps.number()));
  }

  AdminResponse databaseForecast(AdminRequest request) {
    Steps steps = Steps.of(request, DATABASE_INTERVALS_MAX);
    String database = request.segment(2);
    if (!ManagedContainer.databases(target.engine()).contains(database)) {
      throw new AdminException(
          404, "there is no database '" + database + "'; GET /containers lists what there is");
    }
    long now = target.clock().epochSecond();
    Tally[] sums = new Tally[steps.number()];
    Arrays.fill(sums, Tally.ZERO);
    for (Container container : ManagedContainer.in(target.engine(), database)) {
      List<Forecast.Interval> each = container.metrics().forecast(steps.seconds(), steps.number());
      for (int i = 0; i < sums.length; i++) {
        sums[i] = sums[i].plus(each.get(i).tally());
      }
    }
    List<Forecast.Interval> intervals = new ArrayList<>();
    for (int i = 0; i < sums.length; i++) {
      long after = now + i * steps.seconds();
      intervals.add(new Forecast.Interval(after, after + steps.seconds(), sums[i]));
    }
    return answer(intervals);
  }

  /** So many intervals of so many seconds. */
  private record Steps(long seconds, int number) {
    static Steps of(AdminRequest request, int most) {
      long horizon = request.number("horizon", 3600, 1, HORIZON_SECONDS_MAX);
      long seconds = request.number("step", Math.min(60, horizon), 1, horizon);
      long number = (horizon + seconds - 1) / seconds;
      if (number > most) {
        throw new AdminException(
            400,
            "a horizon of "
                + horizon
                + " seconds has "
                + number
                + " steps of "
                + seconds
                + "; at most "
                + most
                + " are allowed, so use a step of at least "
                + (horizon + most - 1) / most);
      }
      return new Steps(seconds, (int) number);
    }
  }

  private static AdminResponse answer(List<Forecast.Interval> intervals) {
    List<Map<String, Object>> list = new ArrayList<>(intervals.size());
    for (Forecast.Interval interval : intervals) {
      Map<String, Object> members = new LinkedHashMap<>();
      members.put("from", interval.afterSecond());
      members.put("to", interval.upToSecond());
      members.put("items", interval.tally().items());
      members.put("bytes", interval.tally().bytes());
      list.add(members);
    }
    return AdminResponse.json(200, Map.of("intervals", list));
  }

  AdminResponse change(AdminRequest request) {
    boolean dryRun = request.flag("dryRun");
    if (request.parameter("date") != null) {
      return dryRunOfDate(request, dryRun);
    }
    Integer next = defaultTtl(request.parameter("default", "/containers/db/c/ttl?default=3600"));
    boolean force = request.flag("force");
    Container container = ManagedContainer.of(target.engine(), request);
    Tally expiring = container.metrics().dryRun(next);
    if (!dryRun) {
      if (ManagedContainer.isCollection(container)) {
        throw new AdminException(
            409,
            "'"
                + container.name()
                + "' is a collection of MongoDB: create, change or drop its index {_ts: 1} with"
                + " expireAfterSeconds; with dryRun=true this route says what that would expire");
      }
      ManagedContainer.change(
          target.engine(),
          container,
          force,
          definition -> definition.toBuilder().defaultTtl(next).build());
    }
    Map<String, Object> answer = new LinkedHashMap<>();
    answer.put("expiresNow", tally(expiring));
    answer.put("defaultTtl", next);
    answer.put("dryRun", dryRun);
    return AdminResponse.json(200, answer);
  }

  private static Map<String, Object> tally(Tally tally) {
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("items", tally.items());
    members.put("bytes", tally.bytes());
    return members;
  }

  /** What a TTL index on a date would expire at once; made with createIndexes or collMod. */
  private AdminResponse dryRunOfDate(AdminRequest request, boolean dryRun) {
    String path = request.parameter("date");
    String example = "/containers/db/c/ttl?date=expireAt&expireAfterSeconds=0&dryRun=true";
    request.parameter("expireAfterSeconds", example);
    long seconds = request.number("expireAfterSeconds", 0, 0, Integer.MAX_VALUE);
    Container container = ManagedContainer.of(target.engine(), request);
    if (!ManagedContainer.isCollection(container)) {
      throw new AdminException(
          409, "'" + container.name() + "' is not a collection of MongoDB: only those have dates");
    }
    if (!dryRun) {
      throw new AdminException(
          409,
          "create or change the index {"
              + path
              + ": 1} with expireAfterSeconds; with dryRun=true this route says what that would"
              + " expire");
    }
    Map<String, Object> answer = new LinkedHashMap<>();
    answer.put("expiresNow", tally(container.dryRun(new DateTtl(path, path, seconds))));
    answer.put("date", path);
    answer.put("expireAfterSeconds", seconds);
    answer.put("dryRun", true);
    return AdminResponse.json(200, answer);
  }

  /** Null is off, -1 is on without a default. */
  private static Integer defaultTtl(String text) {
    if (text.equals("off")) {
      return null;
    }
    try {
      Integer seconds = Integer.valueOf(text);
      TtlValue.checkDefault(seconds);
      return seconds;
    } catch (NumberFormatException | EngineException e) {
      throw new AdminException(
          400,
          "default is '"
              + text
              + "'; it must be 'off', -1 for on without a default, or 1 to "
              + Integer.MAX_VALUE
              + " seconds");
    }
  }
}
