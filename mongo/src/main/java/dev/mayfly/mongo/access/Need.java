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
 * What a user must be allowed to do for a command.
 *
 * @param text as documentation says it
 * @param condition whether a user may run the command as it was asked
 */
public record Need(String text, BiPredicate<User, Asked> condition) {
  /** Answered before a login too. */
  public static final Need NOTHING = new Need("nothing, before a login too", (user, asked) -> true);

  /** Any user will do. */
  public static final Need LOGIN = new Need("a login", (user, asked) -> true);

  public Need {
    requireNonNull(text, "text");
    requireNonNull(condition, "condition");
  }

  public boolean isMet(User user, Asked asked) {
    return condition.test(user, asked);
  }

  /** Actions in the database that the command is sent to, or on the cluster. */
  static Need of(Action... actions) {
    return in("", Asked::database, actions);
  }

  /** Actions in another database than the one that the command is sent to. */
  static Need in(String where, Function<Asked, String> database, Action... actions) {
    List<Action> all = List.of(actions);
    return new Need(
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

  Need and(Need other) {
    return new Need(
        text + ", " + other.text,
        (user, asked) -> condition.test(user, asked) && other.condition.test(user, asked));
  }

  Need or(Need other) {
    return new Need(
        text + " or " + other.text,
        (user, asked) -> condition.test(user, asked) || other.condition.test(user, asked));
  }

  /** The same, but only for some calls; others need nothing of it. */
  Need when(String situation, Predicate<Asked> applies) {
    return new Need(
        situation + ": " + text,
        (user, asked) -> !applies.test(asked) || condition.test(user, asked));
  }
}
