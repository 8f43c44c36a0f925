package dev.mayfly.bench.process;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The version of a library, which the name of its archive ends with. */
public final class ArchiveVersion {
  private static final Pattern VERSION = Pattern.compile("-([0-9][0-9.]*)[^/]*[.]jar$");

  private ArchiveVersion() {}

  public static String of(Class<?> type) {
    String archive = type.getProtectionDomain().getCodeSource().getLocation().getPath();
    Matcher version = VERSION.matcher(archive);
    return version.find() ? version.group(1) : "unknown";
  }
}
