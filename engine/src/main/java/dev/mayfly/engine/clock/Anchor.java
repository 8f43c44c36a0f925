package dev.mayfly.engine.clock;

/**
 * Where all time sources stood at one moment, and what was believed then.
 *
 * @param holding false: the believed time is the wall clock; true: it advances by itself, because
 *     the wall clock made a step that is not believed
 */
record Anchor(long wallMillis, long nano, long uptimeMillis, long believedMillis, boolean holding) {
  /** Wall clock and nanoTime may differ by this much since the anchor; more is a jump. */
  static final long TOLERANCE_MILLIS = 500;

  /**
   * After this long an anchor is set anew, so that drift does not add up to a jump: the fastest
   * slewing in use is a tenth. Long against the cost of reading the uptime.
   */
  private static final long OLD_NANOS = 2_000_000_000L;

  /** What drift may add to the tolerance: a thousandth of the time that passed. */
  private static final long DRIFT_DIVISOR = 1000;

  /** One reading of all sources. */
  record Sample(long wallMillis, long nano, long uptimeMillis) {
    Anchor following() {
      return new Anchor(wallMillis, nano, uptimeMillis, wallMillis, false);
    }

    Anchor holding(long believedMillis) {
      return new Anchor(wallMillis, nano, uptimeMillis, believedMillis, true);
    }
  }

  /** How far the wall clock is from the believed time; 0 while it is followed. */
  long stepMillis() {
    return wallMillis - believedMillis;
  }

  boolean agrees(long nowWallMillis, long nowNano) {
    long differenceMillis = nowWallMillis - wallMillis - (nowNano - nano) / 1_000_000;
    return Math.abs(differenceMillis) <= TOLERANCE_MILLIS;
  }

  boolean isOld(long nowNano) {
    return nowNano - nano > OLD_NANOS;
  }

  /** The believed time at a moment at which wall clock and nanoTime agree. */
  long believedMillis(long nowWallMillis, long nowNano) {
    return holding ? believedMillis + (nowNano - nano) / 1_000_000 : nowWallMillis;
  }

  /** Where the believed time would be now if the wall clock had made no step. */
  long believedMillisAt(Sample now) {
    return believedMillis + passedMillis(now);
  }

  /** True if the wall clock went otherwise than the uptime, by more than drift explains. */
  boolean jumpedTo(Sample now) {
    long passedMillis = passedMillis(now);
    long jumpMillis = now.wallMillis - wallMillis - passedMillis;
    return Math.abs(jumpMillis) > TOLERANCE_MILLIS + passedMillis / DRIFT_DIVISOR;
  }

  /** True if a step has shrunk to nothing, or through nothing to the other side. */
  static boolean isUndone(long stepMillisBefore, long stepMillisNow) {
    return Math.abs(stepMillisNow) <= TOLERANCE_MILLIS
        || Long.signum(stepMillisBefore) != Long.signum(stepMillisNow);
  }

  /** The wall clock is believed from now on. */
  Anchor following() {
    return new Anchor(wallMillis, nano, uptimeMillis, wallMillis, false);
  }

  /** The wall clock is not believed from now on. */
  Anchor believing(long millis) {
    return new Anchor(wallMillis, nano, uptimeMillis, millis, true);
  }

  private long passedMillis(Sample now) {
    long byUptimeMillis = now.uptimeMillis - uptimeMillis;
    long byNanoMillis = (now.nano - nano) / 1_000_000;
    // Not simply the larger one: the uptime is coarse, and the errors would add up to a fast clock.
    return byUptimeMillis + TOLERANCE_MILLIS < byNanoMillis
        ? byNanoMillis
        : Math.max(0, byUptimeMillis);
  }
}
