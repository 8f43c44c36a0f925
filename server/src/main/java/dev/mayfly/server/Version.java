package dev.mayfly.server;

/** What this build calls itself. Embedded servers, which have no command line, use it too. */
final class Version {
  private Version() {}

  /** As in the jar's manifest; "development" when run from class files. */
  static String text() {
    String version = Version.class.getPackage().getImplementationVersion();
    return version == null ? "development" : version;
  }
}
