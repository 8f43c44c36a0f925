package dev.mayfly.server;

import picocli.CommandLine.IVersionProvider;

/** What {@code --version} prints. */
final class VersionLine implements IVersionProvider {
  @Override
  public String[] getVersion() {
    return new String[] {"Mayfly " + Version.text() + " on Java " + Runtime.version().feature()};
  }
}
