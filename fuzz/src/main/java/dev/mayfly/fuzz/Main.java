package dev.mayfly.fuzz;

import dev.mayfly.fuzz.target.Target;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/** The command {@code mayfly fuzz}. */
public final class Main {
  private static final int FOUND = 1;
  private static final int USAGE = 2;
  private static final int FAILED = 3;
  private static final String HELP =
      """
      Feeds inputs to one part of Mayfly, guided by the code that they reach.

        ./mayfly fuzz list                         the targets
        ./mayfly fuzz TARGET --minutes N           run one; default 1 minute
        ./mayfly fuzz all --minutes N              run all, each for its share of the time
        ./mayfly fuzz replay TARGET FILE...        run single inputs, and show them
        ./mayfly fuzz keep TARGET                  take over found inputs that reach new code into
                                                   the corpus in the source tree (fuzz/corpus)

        --seed S   of the random numbers; the same seed on the same build begins alike

      What it finds is in fuzz/target/fuzzing/TARGET/findings. Ends with code 1 if a property did
      not hold for some input.\
      """;

  private final Corpus corpus;
  private final PrintWriter out;

  private Main(Path root, PrintWriter out) {
    this.corpus = new Corpus(root);
    this.out = out;
  }

  public static void main(String[] arguments) throws Exception {
    PrintWriter out = new PrintWriter(System.out, true);
    Path root = Path.of(System.getProperty("mayfly.root", "")).toAbsolutePath();
    int exit;
    try {
      exit = new Main(root, out).run(new ArrayDeque<>(List.of(arguments)));
    } catch (IllegalArgumentException e) {
      System.err.println("mayfly fuzz: " + e.getMessage());
      exit = USAGE;
    } catch (IOException e) {
      System.err.println("mayfly fuzz: " + e.getMessage());
      exit = FAILED;
    }
    out.flush();
    // Targets may have started servers, whose threads must not keep the process.
    System.exit(exit);
  }

  private int run(Deque<String> arguments) throws Exception {
    String command = arguments.isEmpty() ? "help" : arguments.pop();
    return switch (command) {
      case "help", "--help", "-h" -> {
        out.println(HELP);
        yield 0;
      }
      case "list" -> {
        Targets.all().forEach(each -> out.printf("%-14s %s%n", each.name(), each.about()));
        yield 0;
      }
      case "replay" -> replay(Targets.named(arguments.poll()), arguments);
      case "keep" -> keep(Targets.named(arguments.poll()));
      case "all" -> fuzz(Targets.all(), arguments);
      default -> fuzz(List.of(Targets.named(command)), arguments);
    };
  }

  private int fuzz(List<Target> targets, Deque<String> arguments) throws Exception {
    double minutes = 1;
    long seed = System.nanoTime() & 0x7fff_ffffL;
    while (!arguments.isEmpty()) {
      String option = arguments.pop();
      String value = arguments.isEmpty() ? "" : arguments.pop();
      try {
        switch (option) {
          case "--minutes" -> minutes = Double.parseDouble(value);
          case "--seed" -> seed = Long.parseLong(value);
          default -> throw new IllegalArgumentException("there is no option " + option);
        }
      } catch (NumberFormatException e) {
        throw new IllegalArgumentException(option + " needs a number, not '" + value + "'");
      }
    }
    int seconds = (int) (minutes * 60 / targets.size());
    if (seconds < 10) {
      throw new IllegalArgumentException(
          "there must be at least 10 s for each of " + targets.size() + " targets");
    }
    List<Outcome> outcomes = new ArrayList<>();
    for (Target target : targets) {
      outcomes.add(new Campaign(corpus, target, seed, out).run(seconds));
    }
    return report(outcomes);
  }

  private int report(List<Outcome> outcomes) {
    out.println();
    out.println(LocalDate.now(ZoneOffset.UTC) + ", Java " + Runtime.version());
    out.println(Outcome.heading());
    outcomes.forEach(outcome -> out.println(outcome.row()));
    boolean found = false;
    for (Outcome outcome : outcomes) {
      for (Outcome.Finding finding : outcome.findings()) {
        found = true;
        out.println();
        out.println(outcome.target().name() + ": " + finding.what());
        out.println(
            "  replay with: ./mayfly fuzz replay "
                + outcome.target().name()
                + " "
                + finding.input());
      }
    }
    if (!found) {
      out.println("Every property held for every input.");
    }
    return found ? FOUND : 0;
  }

  private int replay(Target target, Deque<String> files) throws IOException {
    if (files.isEmpty()) {
      throw new IllegalArgumentException("replay needs files after the name of the target");
    }
    int exit = 0;
    for (String file : files) {
      byte[] input = Files.readAllBytes(Path.of(file));
      out.println(file + ": " + target.describe(input));
      try {
        target.run(input);
        out.println("  every property held");
      } catch (Throwable e) {
        exit = FOUND;
        e.printStackTrace(out);
      }
    }
    return exit;
  }

  private int keep(Target target) throws IOException, InterruptedException {
    int kept = new Campaign(corpus, target, 0, out).keep();
    out.println(kept + " inputs are new in " + corpus.kept(target));
    return 0;
  }
}
