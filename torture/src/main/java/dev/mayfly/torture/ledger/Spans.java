package dev.mayfly.torture.ledger;

import java.util.ArrayList;
import java.util.List;

/** Which TTL settings a collection had one after another, and what they did to a document. */
final class Spans {
  static final long NEVER = Long.MAX_VALUE;

  /** How long a document lives under a setting. */
  interface Rule {
    /** The second of death, if the document was written in that second; NEVER if it stays. */
    long deathSecond(int setting, Doc doc, long writtenSecond);
  }

  /** Rules A1 to A8: the collection's default, overridden by the document's own ttl. */
  static final Rule DEFAULT_TTL =
      (setting, doc, written) -> {
        int ttl = doc.ttl() == null ? setting : doc.ttl();
        return ttl < 0 ? NEVER : written + ttl;
      };

  /** Rule D5: a date and some seconds. */
  static final Rule DATE =
      (setting, doc, written) ->
          doc.dateMillis() == null
              ? NEVER
              : Math.max(written, -Math.floorDiv(-doc.dateMillis(), 1000L) + setting);

  /**
   * A setting.
   *
   * @param value null: off
   */
  private record Span(Integer value, Moment moment) {}

  private final Rule rule;
  private final List<Span> spans = new ArrayList<>();

  Spans(Rule rule) {
    this.rule = rule;
  }

  Spans copy() {
    Spans copy = new Spans(rule);
    copy.spans.addAll(spans);
    return copy;
  }

  void change(Integer value, Moment moment) {
    spans.add(new Span(value, moment));
  }

  Integer current() {
    return spans.isEmpty() ? null : spans.get(spans.size() - 1).value();
  }

  /** No document died before this second. */
  long earliestDeath(Entry entry) {
    long earliest = NEVER;
    for (int i = 0; i < spans.size(); i++) {
      Span span = spans.get(i);
      if (span.value() == null) {
        continue;
      }
      long death = rule.deathSecond(span.value(), entry.doc(), entry.moment().sentSecond());
      long possible = Math.max(death, span.moment().sentSecond());
      long end = i + 1 < spans.size() ? spans.get(i + 1).moment().ackedSecond() : NEVER;
      if (death != NEVER && possible <= end) {
        earliest = Math.min(earliest, possible);
      }
    }
    return earliest;
  }

  /** From this second on it is certainly dead. */
  long latestDeath(Entry entry) {
    long latest = NEVER;
    for (int i = 0; i < spans.size(); i++) {
      Span span = spans.get(i);
      if (span.value() == null || span.moment().isOpen() || entry.moment().isOpen()) {
        continue;
      }
      long death = rule.deathSecond(span.value(), entry.doc(), entry.moment().ackedSecond());
      long certain = Math.max(death, span.moment().ackedSecond());
      // While a setting is changed, time stands still for readers of the old one.
      boolean before = i + 1 == spans.size() || certain < spans.get(i + 1).moment().sentSecond();
      if (death != NEVER && before) {
        latest = Math.min(latest, certain);
      }
    }
    return latest;
  }
}
