package dev.mayfly.engine.check;

import dev.mayfly.engine.catalog.ContainerState;
import dev.mayfly.engine.catalog.DateSource;
import dev.mayfly.engine.catalog.DateTtl;
import dev.mayfly.engine.ttl.ExpirySource;
import dev.mayfly.engine.ttl.Mark;
import dev.mayfly.engine.ttl.TtlPolicy;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/** Whether a container's expiry sources are those that its definition asks for. */
final class PolicyCheck {
  private PolicyCheck() {}

  static void check(
      ContainerState state, long lsnCeiling, long clockSecond, Consumer<String> problems) {
    if (state.lsn() >= lsnCeiling || state.logTrimmedTo() >= lsnCeiling) {
      problems.accept("an LSN of its definition is not below the ceiling " + lsnCeiling);
    }
    if (state.tsSecond() > clockSecond || state.expiries().toSecond() > clockSecond) {
      problems.accept("a second of its definition is after the stored clock, " + clockSecond);
    }
    standing(state, problems);
    dates(state, problems);
    for (ExpirySource source : state.policy().sources()) {
      for (Mark mark : source.marks().steps()) {
        if (mark.lsn() >= lsnCeiling) {
          problems.accept("the mark " + mark + " is not below the LSN ceiling " + lsnCeiling);
        }
      }
    }
  }

  /** The default and the items' own ttl. */
  private static void standing(ContainerState state, Consumer<String> problems) {
    TtlPolicy policy = state.policy();
    Integer wanted = state.definition().defaultTtl();
    boolean kills = wanted != null && wanted > 0;
    ExpirySource byDefault = policy.defaultSource();
    if (byDefault.id() != ExpirySource.DEFAULT
        || byDefault.inForce() != kills
        || kills && byDefault.seconds() != wanted) {
      problems.accept("defaultTtl is " + wanted + ", but its source is " + byDefault);
    }
    ExpirySource own = policy.ownSource();
    if (own.id() != ExpirySource.OWN || own.inForce() != (wanted != null) || own.seconds() != 0) {
      problems.accept("defaultTtl is " + wanted + ", but the source of own ttls is " + own);
    }
  }

  private static void dates(ContainerState state, Consumer<String> problems) {
    List<DateTtl> wanted = state.definition().dateTtls();
    Set<DateTtl> numbered = new HashSet<>();
    Set<Integer> ids = new HashSet<>();
    for (DateSource date : state.dateSources()) {
      numbered.add(date.ttl());
      ExpirySource source = state.policy().dateSource(date.id());
      if (!ids.add(date.id()) || !isNumber(state, date.id())) {
        problems.accept("the number of the date source " + date + " is not valid");
      }
      boolean right =
          date.ready()
              ? source != null
                  && source.inForce()
                  && source.seconds() == date.ttl().expireAfterSeconds()
              : source == null;
      if (!right) {
        problems.accept("the date TTL " + date + " has the source " + source);
      }
    }
    if (wanted.size() != state.dateSources().size() || !numbered.containsAll(wanted)) {
      problems.accept("the date TTLs are " + wanted + ", but the sources " + numbered);
    }
    for (ExpirySource source : state.policy().dateSources()) {
      if (!ids.contains(source.id()) && (source.inForce() || source.marks().isEmpty())) {
        problems.accept("a dropped date source must be off and have marks: " + source);
      }
      if (!isNumber(state, source.id())) {
        problems.accept("the number of " + source + " is not valid");
      }
    }
  }

  private static boolean isNumber(ContainerState state, int id) {
    return id >= ExpirySource.FIRST_DATE && id < state.nextSource();
  }
}
