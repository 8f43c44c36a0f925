package dev.mayfly.query.plan;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.index.PathIndex;
import dev.mayfly.query.plan.AccessPath.IndexAccess;
import java.util.ArrayList;
import java.util.List;

/**
 * Why a query is read as it is: a tree of which front ends make what they show to clients.
 *
 * @param access the index and its bounds; null unless one is read
 * @param rows how many index rows were counted, at most as many as another access path has; {@link
 *     #NOT_COUNTED} if that was not needed
 * @param inputs one for each alternative of a union
 * @param rejected the access paths that were not chosen
 * @param missing the indexes that would have been considered but do not exist yet
 */
public record Explanation(
    Stage stage,
    IndexAccess access,
    long rows,
    List<Explanation> inputs,
    List<Explanation> rejected,
    List<PathIndex> missing) {
  public static final long NOT_COUNTED = -1;

  /** What is read. */
  public enum Stage {
    /** All items of some partitions. */
    SCAN,
    /** Items by their ids. */
    IDS,
    /** Items by ranges of an index. */
    INDEX,
    /** Items by indexes, one after the other. */
    UNION
  }

  public Explanation {
    requireNonNull(stage, "stage");
    inputs = List.copyOf(inputs);
    rejected = List.copyOf(rejected);
    missing = List.copyOf(missing);
  }

  /** Of what was not chosen between indexes. */
  public static Explanation of(Stage stage) {
    return new Explanation(stage, null, NOT_COUNTED, List.of(), List.of(), List.of());
  }

  static Explanation of(
      AccessPath path, long rows, List<Explanation> rejected, List<PathIndex> missing) {
    List<Explanation> inputs = new ArrayList<>();
    if (path.accesses().size() > 1) {
      for (IndexAccess each : path.accesses()) {
        inputs.add(
            new Explanation(Stage.INDEX, each, NOT_COUNTED, List.of(), List.of(), List.of()));
      }
      return new Explanation(Stage.UNION, null, rows, inputs, rejected, missing);
    }
    return new Explanation(Stage.INDEX, path.accesses().get(0), rows, inputs, rejected, missing);
  }

  /** Whether items come in the order of the sort. */
  public boolean isOrdered() {
    return access != null && access.ordering() != null;
  }

  /** The indexes that are read, in the order in which they are. */
  public List<PathIndex> indexes() {
    return access != null
        ? List.of(access.index())
        : inputs.stream().map(each -> each.access().index()).distinct().toList();
  }
}
