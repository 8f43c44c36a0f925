package dev.mayfly.storage.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/** What a killed writer said: what it had handed over, and what was acknowledged. */
final class KillLedger {
  private static final long ABSENT = -1;

  private final Map<String, Line> lines = new HashMap<>();
  private long highestLsn;
  private long highestSecond;
  private long lsnBefore;
  private long secondBefore;
  private long acknowledged;

  /** What was said of one name. */
  private static final class Line {
    /** Versions handed over and not settled; true for a write, false for a delete. */
    private final NavigableMap<Long, Boolean> issued = new TreeMap<>();

    /** The last version that is known to be there, and how it left the item. */
    private long settled;

    private boolean present;
  }

  void heard(String said) {
    String[] words = said.split(" ");
    switch (words[0]) {
      case "READY" -> {
        lsnBefore = highestLsn;
        secondBefore = highestSecond;
      }
      case "I" -> line(words[1]).issued.put(Long.valueOf(words[2]), true);
      case "D" -> line(words[1]).issued.put(Long.valueOf(words[2]), false);
      case "A" -> acknowledged(words);
      default -> throw new AssertionError("The writer said: " + said);
    }
  }

  private void acknowledged(String[] words) {
    acknowledged++;
    settle(line(words[1]), Long.parseLong(words[2]));
    long lsn = Long.parseLong(words[3]);
    long second = Long.parseLong(words[4]);
    if (lsn > 0) {
      assertThat(lsn).as("no LSN is used twice").isGreaterThan(lsnBefore);
      highestLsn = Math.max(highestLsn, lsn);
      assertThat(second)
          .as("the clock does not run backwards")
          .isGreaterThanOrEqualTo(secondBefore);
      highestSecond = Math.max(highestSecond, second);
    }
  }

  private static void settle(Line line, long version) {
    Boolean write = line.issued.get(version);
    assertThat(write).as("version " + version + " was handed over").isNotNull();
    if (version > line.settled) {
      line.settled = version;
      line.present = write;
    }
    line.issued.headMap(version, true).clear();
  }

  private Line line(String name) {
    return lines.computeIfAbsent(name, ignored -> new Line());
  }

  /** What is stored must be the last acknowledged version or one that was on its way. */
  void verify(String name, Long stored) {
    Line line = line(name);
    long found = stored == null ? ABSENT : stored;
    boolean asAcknowledged = line.present ? found == line.settled : found == ABSENT;
    boolean onItsWay =
        found == ABSENT
            ? line.issued.containsValue(false)
            : Boolean.TRUE.equals(line.issued.get(found));
    assertThat(asAcknowledged || onItsWay)
        .as(
            "%s is %s; acknowledged %s (there: %s), on their way %s",
            name, found, line.settled, line.present, line.issued)
        .isTrue();
    line.settled = Math.max(line.settled, found);
    line.present = found != ABSENT;
    line.issued.clear();
  }

  long highestLsn() {
    return highestLsn;
  }

  long highestSecond() {
    return highestSecond;
  }

  long acknowledged() {
    return acknowledged;
  }
}
