package dev.mayfly.engine;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.background.Background;

/** The purge and the other background work of a store, as operators control and watch it. */
public final class BackgroundWork {
  private final Background background;
  private final DerivedBuilds derivedBuilds = new DerivedBuilds();

  BackgroundWork(Background background) {
    this.background = requireNonNull(background, "background");
  }

  /** Pauses the purge until {@link #resume}; invisible to readers (B3). */
  public void pause() {
    background.pause();
  }

  public void resume() {
    background.resume();
  }

  public boolean isPaused() {
    return background.isPaused();
  }

  /** True if the purge waits for {@link #confirm}, in the whole store or in some container (C9). */
  public boolean isHeld() {
    return background.isHeld();
  }

  /** True if the whole store waits for {@link #confirm} because it was restored (C9). */
  public boolean isHeldByRestore() {
    return background.isHeldByRestore();
  }

  /** Lets the purge begin after a restore; imports of old data are waited for as before. */
  public void confirmRestore() {
    background.confirmRestore();
  }

  /** Lets the purge begin after a restore or an import of old data. */
  public void confirm() {
    background.confirm();
  }

  /** Something may be due: starts a round now instead of at the next second. */
  public void wakeUp() {
    background.wakeUp();
  }

  /** Seconds of the TTL clock at which nothing was left to purge, since the engine was opened. */
  public long passesTotal() {
    return background.passesTotal();
  }

  /** Rounds over the containers that had work, since the engine was opened. */
  public long roundsTotal() {
    return background.roundsTotal();
  }

  /** Containers visited in all rounds: only those that had, or may have had, work. */
  public long visitsTotal() {
    return background.visitsTotal();
  }

  /** One round, for tests and tools that have no thread; true if another should follow at once. */
  public boolean round() {
    return background.round();
  }

  /** Does everything but the purge that is waiting, and returns when nothing is left. */
  public void catchUp() {
    background.catchUp();
  }

  /** Where builds are announced that run outside of the store. */
  public DerivedBuilds derivedBuilds() {
    return derivedBuilds;
  }

  /** Folds the deltas of the counts into their buckets. */
  public void foldCounts() {
    background.foldCounts();
  }
}
