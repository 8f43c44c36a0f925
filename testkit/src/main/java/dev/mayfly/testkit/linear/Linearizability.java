package dev.mayfly.testkit.linear;

import static dev.mayfly.testkit.linear.RegisterRequest.ABSENT;

import dev.mayfly.testkit.linear.RegisterRequest.Kind;
import dev.mayfly.testkit.linear.RegisterRequest.Outcome;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Looks for an order of the requests of one item that explains every answer and in which no request
 * comes before one that had ended when it began. The search is that of Wing and Gong with Lowe's
 * memory: what was done and the value that was left identify a state, and none is visited twice.
 * Requests whose outcome is not known may stand anywhere after their beginning, or nowhere. Of
 * those that have the same consequences, the one that began first is taken first: many of them do
 * not multiply the orders.
 */
public final class Linearizability {
  /** Enough for hundreds of requests of ten clients; a violated history may need all of them. */
  public static final long STEPS_MAX = 3_000_000;

  private static final long IMPOSSIBLE = -1;

  /** Stands for every value that no answer names: they all have the same consequences. */
  private static final long UNNAMED = -2;

  private final Entry head = new Entry(null, 0);
  private final long stepsMax;
  private final Set<State> visited = new HashSet<>();
  private final Deque<Taken> taken = new ArrayDeque<>();
  private final BitSet done;
  private final Map<String, Integer> alike = new HashMap<>();
  private final int[] alikeTaken;
  private final int answered;
  private int answeredDone;
  private int mostDone = -1;
  private List<RegisterRequest> stuckAt = List.of();

  /** A place in the list of beginnings and ends that are left. */
  private static final class Entry {
    private final RegisterRequest request;
    private final int number;
    private Entry end;
    private long leaves;

    /** Which of the groups of equal consequences it is of, and its place there; or -1. */
    private int group = -1;

    private int rank;
    private boolean isEnd;
    private Entry previous;
    private Entry next;

    private Entry(RegisterRequest request, int number) {
      this.request = request;
      this.number = number;
    }

    private void unlink() {
      previous.next = next;
      if (next != null) {
        next.previous = previous;
      }
    }

    private void relink() {
      previous.next = this;
      if (next != null) {
        next.previous = this;
      }
    }
  }

  private record State(BitSet done, long value) {}

  private record Taken(Entry entry, long valueBefore) {}

  private Linearizability(List<RegisterRequest> requests, long stepsMax) {
    this.stepsMax = stepsMax;
    this.done = new BitSet(requests.size());
    this.answered = (int) requests.stream().filter(Linearizability::isAnswered).count();
    List<Entry> entries = new ArrayList<>();
    Set<Long> named = named(requests);
    Map<Integer, Integer> ranks = new HashMap<>();
    List<RegisterRequest> byBeginning = new ArrayList<>(requests);
    byBeginning.sort(Comparator.comparingLong(RegisterRequest::began));
    for (int i = 0; i < byBeginning.size(); i++) {
      RegisterRequest request = byBeginning.get(i);
      Entry begin = new Entry(request, i);
      begin.leaves = named.contains(request.value()) ? request.value() : UNNAMED;
      entries.add(begin);
      if (isAnswered(request)) {
        begin.end = new Entry(request, i);
        begin.end.isEnd = true;
        entries.add(begin.end);
      } else if (request.kind() == Kind.DELETE || begin.leaves == UNNAMED) {
        begin.group = alike.computeIfAbsent(consequences(request), each -> alike.size());
        begin.rank = ranks.merge(begin.group, 1, Integer::sum) - 1;
      }
    }
    alikeTaken = new int[alike.size()];
    // At equal times beginnings come first: such requests count as concurrent.
    entries.sort(Comparator.comparingLong(Linearizability::time).thenComparing(each -> each.isEnd));
    Entry last = head;
    for (Entry entry : entries) {
      last.next = entry;
      entry.previous = last;
      last = entry;
    }
  }

  /** The values that some answer has, or some request asks for. */
  private static Set<Long> named(List<RegisterRequest> requests) {
    Set<Long> named = new HashSet<>();
    for (RegisterRequest request : requests) {
      if (request.kind() == Kind.READ) {
        named.add(request.value());
      } else if (request.kind() == Kind.SWAP) {
        named.add(request.expected());
      }
    }
    return named;
  }

  private static String consequences(RegisterRequest request) {
    return request.kind() + (request.kind() == Kind.SWAP ? " " + request.expected() : "");
  }

  private static boolean isAnswered(RegisterRequest request) {
    return request.outcome() != Outcome.UNKNOWN;
  }

  private static long time(Entry entry) {
    return entry.isEnd ? entry.request.ended() : entry.request.began();
  }

  /** Judges all requests of an item that was not there before the first. */
  public static Verdict judge(List<RegisterRequest> requests) {
    return judge(requests, STEPS_MAX);
  }

  /** The same with a limit of its own. */
  public static Verdict judge(List<RegisterRequest> requests, long stepsMax) {
    return new Linearizability(requests, stepsMax).judge();
  }

  private Verdict judge() {
    long value = ABSENT;
    long steps = 0;
    Entry at = head.next;
    while (answeredDone < answered) {
      if (steps++ == stepsMax) {
        return new Verdict(Verdict.Result.UNDECIDED, stuckAt, steps);
      }
      if (at != null && !at.isEnd) {
        long after = isFirstOfItsKind(at) ? after(value, at) : IMPOSSIBLE;
        if (after != IMPOSSIBLE && take(at, value, after)) {
          value = after;
          at = head.next;
        } else {
          at = at.next;
        }
        continue;
      }
      noteStuck();
      if (taken.isEmpty()) {
        return new Verdict(Verdict.Result.VIOLATED, stuckAt, steps);
      }
      Taken last = taken.pop();
      undo(last.entry());
      value = last.valueBefore();
      at = last.entry().next;
    }
    return new Verdict(Verdict.Result.LINEARIZABLE, List.of(), steps);
  }

  private boolean isFirstOfItsKind(Entry entry) {
    return entry.group < 0 || alikeTaken[entry.group] == entry.rank;
  }

  /** Puts a request next in the order, unless that leads to a state that was visited. */
  private boolean take(Entry entry, long before, long after) {
    done.set(entry.number);
    if (!visited.add(new State((BitSet) done.clone(), after))) {
      done.clear(entry.number);
      return false;
    }
    taken.push(new Taken(entry, before));
    if (entry.group >= 0) {
      alikeTaken[entry.group]++;
    }
    entry.unlink();
    if (entry.end != null) {
      entry.end.unlink();
      answeredDone++;
    }
    return true;
  }

  private void undo(Entry entry) {
    done.clear(entry.number);
    if (entry.group >= 0) {
      alikeTaken[entry.group]--;
    }
    if (entry.end != null) {
      entry.end.relink();
      answeredDone--;
    }
    entry.relink();
  }

  /** Remembers what could not be explained where the most was. */
  private void noteStuck() {
    if (answeredDone <= mostDone) {
      return;
    }
    mostDone = answeredDone;
    List<RegisterRequest> left = new ArrayList<>();
    for (Entry entry = head.next; entry != null && !entry.isEnd; entry = entry.next) {
      if (entry.end != null) {
        left.add(entry.request);
      }
    }
    stuckAt = left;
  }

  /**
   * The value that a request leaves, or {@link #IMPOSSIBLE} if its answer contradicts the value
   * before. Of one with an unknown outcome only the effect counts: without it, it is left out.
   */
  private static long after(long value, Entry entry) {
    RegisterRequest request = entry.request;
    boolean applies =
        switch (request.kind()) {
          case READ -> value == request.value();
          case PUT -> true;
          case CREATE -> value == ABSENT;
          case SWAP -> value == request.expected();
          case DELETE -> value != ABSENT;
        };
    if (request.outcome() == Outcome.REFUSED) {
      return applies ? IMPOSSIBLE : value;
    }
    if (!applies) {
      return IMPOSSIBLE;
    }
    return switch (request.kind()) {
      case READ -> value;
      case PUT, CREATE, SWAP -> entry.leaves;
      case DELETE -> ABSENT;
    };
  }
}
