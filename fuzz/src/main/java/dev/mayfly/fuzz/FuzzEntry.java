package dev.mayfly.fuzz;

/** What Jazzer calls. The target is named by a system property of the process. */
public final class FuzzEntry {
  static final String TARGET_PROPERTY = "mayfly.fuzz.target";

  private static Target target;

  private FuzzEntry() {}

  public static void fuzzerInitialize() {
    target = Targets.named(System.getProperty(TARGET_PROPERTY));
  }

  public static void fuzzerTestOneInput(byte[] input) throws Throwable {
    target.run(input);
  }
}
