package dev.mayfly.net.work;

import java.util.HashMap;
import java.util.Map;

/**
 * Bounds how many of something users have. Each may have as many as there are left: one user alone
 * gets half of all, two get a third each, and a newcomer always finds some. Not thread safe.
 */
public final class UserShares {
  private final int most;
  private final Map<Object, Integer> taken = new HashMap<>();
  private int total;

  public UserShares(int most) {
    this.most = most;
  }

  /**
   * Takes one more for a user; false if that is more than its share.
   *
   * @param anyway whether it is taken all the same
   */
  public boolean take(Object user, boolean anyway) {
    int own = taken.getOrDefault(user, 0);
    if (own >= most - total && !anyway) {
      return false;
    }
    taken.put(user, own + 1);
    total++;
    return true;
  }

  public void giveBack(Object user) {
    taken.computeIfPresent(user, (key, own) -> own == 1 ? null : own - 1);
    total--;
  }
}
