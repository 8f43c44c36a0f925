package dev.mayfly.fuzz;

import dev.mayfly.fuzz.Outcome.Finding;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Understands what Jazzer and libFuzzer print. */
final class FuzzerOutput {
  private static final Pattern STATUS = Pattern.compile("^#(\\d+)\\s+\\S+\\s+cov: (\\d+) .*");
  private static final Pattern ARTIFACT = Pattern.compile(".*Test unit written to (.+)$");
  private static final Pattern TOKEN = Pattern.compile("^DEDUP_TOKEN: (\\S+).*");
  private static final String SLOW = "slow-unit-";
  private static final String EXCEPTION = "== Java Exception: ";
  private static final String LIBFUZZER = "ERROR: libFuzzer: ";

  private final List<Finding> findings = new ArrayList<>();
  private final Set<String> tokens = new HashSet<>();
  private long executions;
  private int edges;
  private String what = "";
  private String token = "";

  /** Takes a line; returns the finding that it completes, or null. */
  Finding line(String line) {
    Matcher status = STATUS.matcher(line);
    if (status.matches()) {
      executions = Long.parseLong(status.group(1));
      edges = Math.max(edges, Integer.parseInt(status.group(2)));
      return null;
    }
    if (line.startsWith(EXCEPTION)) {
      what = line.substring(EXCEPTION.length());
      token = "";
    } else if (line.contains(LIBFUZZER)) {
      what = line.substring(line.indexOf(LIBFUZZER) + LIBFUZZER.length());
      token = "";
    }
    Matcher dedup = TOKEN.matcher(line);
    if (dedup.matches()) {
      token = dedup.group(1);
    }
    Matcher artifact = ARTIFACT.matcher(line);
    return artifact.matches() ? found(Path.of(artifact.group(1))) : null;
  }

  /** The same place in the code is reported once. */
  private Finding found(Path input) {
    if (input.getFileName().toString().startsWith(SLOW)) {
      return null;
    }
    if (!token.isEmpty() && !tokens.add(token)) {
      return null;
    }
    Finding finding = new Finding(what, input);
    findings.add(finding);
    return finding;
  }

  /** What follows is from another process, which counts from the beginning. */
  void nextProcess() {
    executions = 0;
  }

  long executions() {
    return executions;
  }

  int edges() {
    return edges;
  }

  List<Finding> findings() {
    return findings;
  }
}
