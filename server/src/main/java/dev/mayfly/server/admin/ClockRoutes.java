package dev.mayfly.server.admin;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.clock.MovableClock;
import dev.mayfly.engine.clock.TtlClock;
import java.util.LinkedHashMap;
import java.util.Map;

/** The clock that TTL goes by: read it, confirm a step (rule B6), and move it in tests (G1). */
final class ClockRoutes {
  /** A hundred years: past every deadline that a TTL can name. */
  private static final long ADVANCE_SECONDS_MAX = 3_155_760_000L;

  private final AdminTarget target;

  ClockRoutes(AdminTarget target) {
    this.target = requireNonNull(target, "target");
  }

  AdminResponse read(AdminRequest request) {
    TtlClock.Status status = target.clock().status();
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("epochSecond", status.epochSecond());
    members.put("frozen", status.frozen());
    members.put("unbelievedStepSeconds", status.unbelievedStepSeconds());
    return AdminResponse.json(200, members);
  }

  AdminResponse advance(AdminRequest request) {
    MovableClock clock = movableClock();
    String text = request.parameter("seconds", "/clock/advance?seconds=60");
    long seconds = text.matches("[0-9]{1,10}") ? Long.parseLong(text) : 0;
    if (seconds < 1 || seconds > ADVANCE_SECONDS_MAX) {
      throw new AdminException(
          400,
          "seconds is '"
              + text
              + "'; it must be a whole number from 1 to "
              + ADVANCE_SECONDS_MAX
              + " (the clock never goes back)");
    }
    clock.advance(seconds);
    return read(request);
  }

  AdminResponse freeze(AdminRequest request) {
    movableClock().freeze();
    return read(request);
  }

  AdminResponse reset(AdminRequest request) {
    movableClock().reset();
    return read(request);
  }

  AdminResponse confirmStep(AdminRequest request) {
    target.clock().confirmStep();
    return read(request);
  }

  private MovableClock movableClock() {
    return target
        .movableClock()
        .orElseThrow(
            () ->
                new AdminException(
                    403,
                    "the clock of this server can't be moved; start one for tests with"
                        + " --ephemeral --movable-clock"));
  }
}
