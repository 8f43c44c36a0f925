package dev.mayfly.mongo.access;

import static java.util.Objects.requireNonNull;

import dev.mayfly.mongo.auth.Action;
import dev.mayfly.mongo.auth.User;
import java.util.Arrays;
import java.util.List;
import java.util.function.BiPredicate;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * The privileges required to run a command.
 *
 * @param text description for the documentation
 * @param condition whether a user may run the command
 */
public record PrivilegeCheck(String text, BiPredicate<User, CommandRequest> condition) {
  /** Allowed before authentication. */
  public static final PrivilegeCheck NOTHING =
      new PrivilegeCheck("nothing, before a login too", (user, asked) -> true);

  /** Any authenticated user. */
  public static final PrivilegeCheck LOGIN = new PrivilegeCheck("a login", (user, asked) -> true);

  public PrivilegeCheck {
    requireNonNull(text, "text");
    requireNonNull(condition, "condition");
  }

  public boolean isSatisfiedBy(User user, CommandRequest asked) {
    return condition.test(user, asked);
  }

  /** Actions on the command's database, or on the cluster. */
  static PrivilegeCheck of(Action... actions) {
    return in("", CommandRequest::database, actions);
  }

  /** Actions on a database other than the command's. */
  static PrivilegeCheck in(
      String where, Function<CommandRequest, String> database, Action... actions) {
    List<Action> all = List.of(actions);
    return new PrivilegeCheck(
        text(actions) + where,
        (user, asked) -> {
          String name = database.apply(asked);
          return all.stream().allMatch(action -> user.mayDo(action, name));
        });
  }

  private static String text(Action... actions) {
    boolean ofCluster = actions[0].isOfCluster();
    return Arrays.stream(actions)
            .map(action -> "`" + action.wireName() + "`")
            .collect(Collectors.joining(" and "))
        + (ofCluster ? " on the cluster" : "");
  }

  PrivilegeCheck and(PrivilegeCheck other) {
    return new PrivilegeCheck(
        text + ", " + other.text,
        (user, asked) -> condition.test(user, asked) && other.condition.test(user, asked));
  }

  /** This check, restricted to some calls. */
  PrivilegeCheck when(String situation, Predicate<CommandRequest> applies) {
    return new PrivilegeCheck(
        situation + ": " + text,
        (user, asked) -> !applies.test(asked) || condition.test(user, asked));
  }
}
