package dev.mayfly.text.fulltext;

/** Whether words differ by few characters: added, left out, replaced, or two exchanged. */
final class EditDistance {
  private EditDistance() {}

  static boolean isWithin(String left, String right, int distance) {
    if (Math.abs(left.length() - right.length()) > distance) {
      return false;
    }
    int[] beforeLast = new int[right.length() + 1];
    int[] last = new int[right.length() + 1];
    int[] next = new int[right.length() + 1];
    for (int j = 0; j < last.length; j++) {
      last[j] = j;
    }
    for (int i = 1; i <= left.length(); i++) {
      next[0] = i;
      int best = i;
      for (int j = 1; j <= right.length(); j++) {
        int cost = left.charAt(i - 1) == right.charAt(j - 1) ? 0 : 1;
        int value = Math.min(Math.min(last[j] + 1, next[j - 1] + 1), last[j - 1] + cost);
        if (i > 1
            && j > 1
            && left.charAt(i - 1) == right.charAt(j - 2)
            && left.charAt(i - 2) == right.charAt(j - 1)) {
          value = Math.min(value, beforeLast[j - 2] + 1);
        }
        next[j] = value;
        best = Math.min(best, value);
      }
      if (best > distance) {
        return false;
      }
      int[] free = beforeLast;
      beforeLast = last;
      last = next;
      next = free;
    }
    return last[right.length()] <= distance;
  }
}
