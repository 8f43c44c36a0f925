package dev.mayfly.testkit.linear;

import dev.mayfly.testkit.linear.RegisterRequest.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/** Tries every order of every choice of requests, for the few that this takes no time for. */
final class AllOrders {
  private AllOrders() {}

  static boolean isLinearizable(List<RegisterRequest> requests) {
    List<RegisterRequest> unknown =
        requests.stream().filter(each -> each.outcome() == Outcome.UNKNOWN).toList();
    for (int choice = 0; choice < 1 << unknown.size(); choice++) {
      List<RegisterRequest> chosen = new ArrayList<>(requests);
      for (int i = 0; i < unknown.size(); i++) {
        if ((choice >> i & 1) == 0) {
          chosen.remove(unknown.get(i));
        }
      }
      if (explains(new ArrayList<>(), chosen)) {
        return true;
      }
    }
    return false;
  }

  private static boolean explains(List<RegisterRequest> order, List<RegisterRequest> left) {
    if (left.isEmpty()) {
      return respectsTime(order) && respectsAnswers(order);
    }
    for (RegisterRequest next : left) {
      List<RegisterRequest> longer = new ArrayList<>(order);
      longer.add(next);
      List<RegisterRequest> rest = new ArrayList<>(left);
      rest.remove(next);
      if (explains(longer, rest)) {
        return true;
      }
    }
    return false;
  }

  private static boolean respectsTime(List<RegisterRequest> order) {
    for (int i = 0; i < order.size(); i++) {
      for (int j = i + 1; j < order.size(); j++) {
        if (order.get(j).ended() < order.get(i).began()) {
          return false;
        }
      }
    }
    return true;
  }

  private static boolean respectsAnswers(List<RegisterRequest> order) {
    OptionalLong item = OptionalLong.empty();
    for (RegisterRequest each : order) {
      OptionalLong written = OptionalLong.of(each.value());
      boolean matches = item.isPresent() && item.getAsLong() == each.expected();
      boolean wasThere = item.isPresent();
      boolean done;
      switch (each.kind()) {
        case READ -> {
          if (item.orElse(0) != each.value()) {
            return false;
          }
          continue;
        }
        case PUT -> {
          item = written;
          continue;
        }
        case CREATE -> {
          done = !wasThere;
          item = done ? written : item;
        }
        case SWAP -> {
          done = matches;
          item = done ? written : item;
        }
        case DELETE -> {
          done = wasThere;
          item = OptionalLong.empty();
        }
        default -> throw new AssertionError(each.kind());
      }
      if (each.outcome() != Outcome.UNKNOWN && done != (each.outcome() == Outcome.DONE)) {
        return false;
      }
    }
    return true;
  }
}
