package dev.mayfly.cosmos.query.compile;

import dev.mayfly.cosmos.query.value.Value;
import java.util.List;
import java.util.function.Function;

/**
 * A call of a user-defined function. These run in another process, where one call takes as long as
 * hundreds that are sent together: the results for items that follow can be fetched ahead.
 */
public final class UserCall implements Evaluator {
  private static final String[] NONE = {};

  /** About what a result takes on the heap beside its characters. */
  private static final int RESULT_BYTES = 64;

  private final String name;
  private final Function<Value[], Value[]> arguments;
  private final Binding binding;
  private String[] fetched = NONE;
  private long keptBytes;
  private int place;
  private Value current;

  /**
   * @param arguments what it is given, for a row
   */
  UserCall(String name, Function<Value[], Value[]> arguments, Binding binding) {
    this.name = name;
    this.arguments = arguments;
    this.binding = binding;
    binding.onRelease(this::release);
  }

  /** What it is given in a row. */
  public Value[] arguments(Value[] row) {
    return arguments.apply(row);
  }

  /**
   * Fetches its results.
   *
   * @param given what it is given for each of some items; null for those that do not need it
   */
  public void fetch(List<Value[]> given) {
    List<Value[]> needed = given.stream().filter(each -> each != null).toList();
    List<String> results = binding.functions().callAhead(name, needed);
    fetched = new String[given.size()];
    int next = 0;
    long bytes = 0;
    for (int i = 0; i < fetched.length && next < results.size(); i++) {
      if (given.get(i) != null) {
        fetched[i] = results.get(next++);
        bytes += RESULT_BYTES + fetched[i].length();
      }
    }
    binding.budget().keep(bytes - keptBytes);
    keptBytes = bytes;
  }

  /** Whether the result for one of these items is there. */
  public boolean isFetched(int item) {
    return item < fetched.length && fetched[item] != null;
  }

  /**
   * Says which of these items the next rows are of.
   *
   * @param value the item in these rows; for rows of another one the function is called
   */
  public void at(int item, Value value) {
    place = item;
    current = value;
  }

  /** What was kept is counted no longer after a run. */
  private void release() {
    fetched = NONE;
    current = null;
    keptBytes = 0;
  }

  @Override
  public Value evaluate(Value[] row) {
    return row.length > 0 && row[0] == current && isFetched(place)
        ? binding.functions().result(fetched[place], binding.budget())
        : binding.functions().call(name, arguments(row), binding.budget());
  }
}
