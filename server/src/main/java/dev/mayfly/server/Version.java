package dev.mayfly.server;

import picocli.CommandLine.IVersionProvider;

/** What this build calls itself. */
final class Version implements IVersionProvider {
  /** As in the jar's manifest; "development" when run from class files. */
  static String text() {
    String version = Version.class.getPackage().getImplementationVersion();
    return version == null ? "development" : version;
  }

  @Override
  public String[] getVersion() {
    return new String[] {"Mayfly " + text() + " on Java " + Runtime.version().feature()};
  }
}
