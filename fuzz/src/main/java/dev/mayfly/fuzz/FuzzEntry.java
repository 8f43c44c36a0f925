package dev.mayfly.fuzz;

import dev.mayfly.fuzz.target.Target;

/** What Jazzer calls. The target is named by a system property of the process. */
public final class FuzzEntry {
  static final String TARGET_PROPERTY = "mayfly.fuzz.target";

  private static Target target;

  private FuzzEntry() {}

  /** Starts what the target needs, such as a server, which must not count as time of an input. */
  public static void fuzzerInitialize() throws Throwable {
    target = Targets.named(System.getProperty(TARGET_PROPERTY));
    target.run(new byte[0]);
  }

  public static void fuzzerTestOneInput(byte[] input) throws Throwable {
    target.run(input);
  }
}
