package dev.mayfly.torture.ledger;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiConsumer;

/**
 * All that was asked of one collection, in order. One thread asks; others may compare what they
 * read meanwhile.
 */
public final class History {
  private static final AtomicLong TICKS = new AtomicLong();

  private final String collection;
  private final List<Step> steps = new ArrayList<>();
  private State base = new State();
  private long version;
  private long acknowledged;

  /** Steps that were sent with one request. */
  public static final class Request {
    private final List<Step> steps = new ArrayList<>();
  }

  public History(String collection) {
    this.collection = collection;
  }

  public String collection() {
    return collection;
  }

  /** The next event of this process. */
  public static long tick() {
    return TICKS.incrementAndGet();
  }

  public static long second() {
    return Math.floorDiv(System.currentTimeMillis(), 1000L);
  }

  public synchronized long nextVersion() {
    return ++version;
  }

  /** How many steps have been acknowledged. */
  public synchronized long acknowledged() {
    return acknowledged;
  }

  /** As the last acknowledged step left it. */
  private State current() {
    State state = base.copy();
    steps.forEach(step -> step.applyTo(state));
    return state;
  }

  public synchronized boolean exists() {
    return current().exists;
  }

  public synchronized boolean hasIndex(String name) {
    return current().uniqueByIndex.containsKey(name);
  }

  public synchronized boolean hasDates() {
    return current().dates.current() != null;
  }

  public synchronized Integer ttl() {
    return current().ttl.current();
  }

  /** Announces writes that happen together or not at all. */
  public synchronized Request sendWhole(String what, List<Write> writes) {
    return send(List.of(writes), what, false, (state, moment) -> {});
  }

  /** Announces writes that happen one after the other. */
  public synchronized Request sendOrdered(String what, List<Write> writes) {
    return send(writes.stream().map(List::of).toList(), what, false, (state, moment) -> {});
  }

  /** Announces writes that happen in any order. */
  public synchronized Request sendLoose(String what, List<Write> writes) {
    return send(List.of(writes), what, true, (state, moment) -> {});
  }

  public synchronized Request sendTtl(Integer seconds) {
    return send(
        List.of(List.of()),
        "ttl " + seconds,
        false,
        (state, moment) -> state.ttl.change(seconds, moment));
  }

  public synchronized Request sendDates(Integer seconds) {
    return send(
        List.of(List.of()),
        "date ttl " + seconds,
        false,
        (state, moment) -> state.dates.change(seconds, moment));
  }

  public synchronized Request sendIndex(String name, boolean unique) {
    return send(
        List.of(List.of()),
        "index " + name,
        false,
        (state, moment) -> state.uniqueByIndex.put(name, unique));
  }

  public synchronized Request sendNoIndex(String name) {
    return send(
        List.of(List.of()),
        "no index " + name,
        false,
        (state, moment) -> state.uniqueByIndex.remove(name));
  }

  /** Announces that the collection is made, with a default and perhaps a unique key. */
  public synchronized Request sendCreate(Integer ttl, String uniqueIndex) {
    return send(
        List.of(List.of()),
        "create",
        false,
        (state, moment) -> {
          state.exists = true;
          state.ttl.change(ttl, moment);
          if (uniqueIndex != null) {
            state.uniqueByIndex.put(uniqueIndex, true);
          }
        });
  }

  public synchronized Request sendDrop() {
    return send(List.of(List.of()), "drop", false, (state, moment) -> state.dropped());
  }

  private Request send(
      List<List<Write>> groups, String what, boolean loose, BiConsumer<State, Moment> effect) {
    Request request = new Request();
    long second = second();
    for (List<Write> writes : groups) {
      Moment moment = new Moment(tick(), second);
      Map<String, Entry> entries = new LinkedHashMap<>();
      for (Write write : writes) {
        long number = write.doc() == null ? ++version : write.doc().version();
        entries.put(write.key(), new Entry(number, write.doc(), moment));
      }
      request.steps.add(new Step(what, moment, loose, entries, effect));
    }
    steps.addAll(request.steps);
    return request;
  }

  public synchronized void acknowledge(Request request) {
    long tick = tick();
    long second = second();
    for (Step step : request.steps) {
      step.moment().acknowledge(tick, second);
      acknowledged++;
    }
  }

  /** The server refused: nothing of it happened. */
  public synchronized void refuse(Request request) {
    steps.removeAll(request.steps);
  }

  /** Of ordered or loose writes these were done, and the others refused. */
  public synchronized void acknowledge(Request request, boolean[] done) {
    if (request.steps.size() == done.length) {
      for (int i = 0; i < done.length; i++) {
        if (!done[i]) {
          steps.remove(request.steps.get(i));
        }
      }
      request.steps.retainAll(steps);
    } else {
      Step step = request.steps.get(0);
      int i = 0;
      for (String key : List.copyOf(step.entries().keySet())) {
        if (!done[i++]) {
          step.entries().remove(key);
        }
      }
    }
    acknowledge(request);
  }

  /**
   * The server says that there is no such document.
   *
   * @throws Violation if there must be one
   */
  public synchronized void absent(String key) {
    State state = current();
    Entry entry = state.entries.get(key);
    if (entry != null && entry.isPresent() && state.isAliveAt(entry, second())) {
      throw new Violation(
          key
              + " of "
              + collection
              + " was not found, and should be "
              + entry
              + ", "
              + state.lifetime(entry));
    }
  }

  /**
   * Compares what a reader found.
   *
   * @throws Violation if it can't be so
   */
  public synchronized void judge(Found found) {
    new Judge(base, steps, found).judge(certain(found.window()), possible(found.window()));
  }

  /**
   * Compares what was found after the server had been started again with what was known when it
   * ended, or when the backup was made that it has now, and continues from there.
   *
   * @param end during which the server was killed, or the backup was made
   */
  public synchronized void adopt(Found found, Found.Window end) {
    State state = stateAt(found, end);
    for (Step step : steps) {
      if (step.moment().isOpen()) {
        step.moment().acknowledge(end.toTick(), end.toSecond());
      }
    }
    steps.clear();
    base = state;
  }

  /** Compares as {@link #adopt}, and leaves the record as it is. */
  public synchronized void compare(Found found, Found.Window end) {
    stateAt(found, end);
  }

  private State stateAt(Found found, Found.Window end) {
    try {
      return new Judge(base, steps, found).judge(certain(end), possible(end));
    } catch (Violation violation) {
      throw new Violation("collection " + collection + ": " + violation.getMessage());
    }
  }

  private int certain(Found.Window window) {
    int number = 0;
    while (number < steps.size() && steps.get(number).moment().ackedTick() < window.fromTick()) {
      number++;
    }
    return number;
  }

  private int possible(Found.Window window) {
    int number = steps.size();
    while (number > 0 && steps.get(number - 1).moment().sentTick() > window.toTick()) {
      number--;
    }
    return number;
  }

  /** For people: what was known and what was asked since. */
  public synchronized List<String> lines() {
    List<String> lines = new ArrayList<>();
    lines.add("collection " + collection + ", at first " + base.entries);
    steps.forEach(step -> lines.add("  " + step));
    return lines;
  }
}
