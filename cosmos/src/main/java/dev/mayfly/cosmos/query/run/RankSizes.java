package dev.mayfly.cosmos.query.run;

/** How many items count where several scores are fused. */
public final class RankSizes {
  /** Of each score at least so many ranks count. */
  private static final long RANKS_MIN = 60;

  /** More items can't be asked for. */
  private static final long ITEMS_MAX = 0xFFFF_FFFFL;

  private RankSizes() {}

  /** How many items of each score are looked at, for so many results. */
  public static long component(long offset, long limit) {
    long wanted = limit >= ITEMS_MAX ? ITEMS_MAX : offset + limit;
    return Math.min(ITEMS_MAX, 2 * Math.max(RANKS_MIN, wanted));
  }
}
