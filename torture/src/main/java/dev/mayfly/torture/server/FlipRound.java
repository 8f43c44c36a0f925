package dev.mayfly.torture.server;

import dev.mayfly.torture.ledger.Found;
import dev.mayfly.torture.ledger.History;
import dev.mayfly.torture.ledger.Violation;
import dev.mayfly.torture.process.Command;
import dev.mayfly.torture.process.Server;
import dev.mayfly.torture.round.Round;
import dev.mayfly.torture.round.Scratch;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/**
 * A file of a store, or of a backup, is damaged. Then the server refuses to start and says what to
 * do, or reads fail and health and check know, or all data is right: nothing is lost in silence.
 */
public final class FlipRound implements Round {
  private static final int COLLECTIONS = 4;
  private static final int FLIPS = 12;
  private static final int STEPS = 150;
  private static final long PATIENCE_SECONDS = 60;
  private static final Pattern ADVICE =
      Pattern.compile(
          "restore|salvage|delete|remove|another directory|give", Pattern.CASE_INSENSITIVE);

  private final Scratch scratch;
  private List<History> histories = List.of();
  private Path template;
  private Found.Window killed;
  private Found.Window backedUp;
  private int flipsLeft;
  private String lastDamage = "";

  public FlipRound(Scratch scratch) {
    this.scratch = scratch;
  }

  @Override
  public Result run(Random random) throws Exception {
    if (flipsLeft == 0) {
      makeTemplate(random);
    }
    flipsLeft--;
    Path copy = scratch.fresh("flip");
    Scratch.copy(template, copy);
    boolean ofBackup = random.nextInt(4) == 0;
    Path damaged = ofBackup ? copy.resolve("data-backups/b0") : copy.resolve("data");
    FileDamage damage = FileDamage.in(damaged, random);
    lastDamage = damage + " in " + damaged;
    String outcome;
    try {
      outcome = ofBackup ? judgeBackup(damaged, damage, copy) : judgeData(damaged, damage);
    } catch (Violation violation) {
      throw new Violation(damage + (ofBackup ? " of a backup: " : ": ") + violation.getMessage());
    }
    Scratch.delete(copy);
    return Round.done((ofBackup ? "backup's " : "") + damage + ": " + outcome);
  }

  /** A store with everything, killed while both drivers worked with it. */
  private void makeTemplate(Random random) throws Exception {
    if (template != null) {
      Scratch.delete(template);
    }
    template = Files.createDirectories(scratch.fresh("template"));
    histories = new ArrayList<>();
    for (int i = 0; i < COLLECTIONS; i++) {
      histories.add(new History("c" + i));
    }
    try (Server server = Server.start(template.resolve("data"));
        Load load = new Load(server, histories)) {
      load.begin(random, "b0");
      long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
      while ((load.backup() == null || acknowledged() < STEPS)
          && System.nanoTime() < end
          && !load.hasFailed()) {
        TimeUnit.MILLISECONDS.sleep(2);
      }
      killed = load.kill();
      backedUp = load.backup().window();
    }
    flipsLeft = FLIPS;
  }

  private long acknowledged() {
    return histories.stream().mapToLong(History::acknowledged).sum();
  }

  private String judgeData(Path data, FileDamage damage) throws Exception {
    boolean clean = StoreCheck.isClean(data);
    // The certificate is no data: check does not read it.
    return serve(data, killed, clean, damage.kind().startsWith("tls/"));
  }

  private String judgeBackup(Path backup, FileDamage damage, Path copy) throws Exception {
    boolean clean = StoreCheck.isClean(backup);
    Path restored = copy.resolve("restored");
    Command restore = Command.here("restore", backup.toString(), "--data", restored.toString());
    if (restore.exitCode() != 0) {
      requireClear(restore.output());
      // Without its mark a backup is a store like any other, in which check finds nothing wrong.
      if (clean && !damage.kind().equals("BACKUP")) {
        throw new Violation("check finds nothing, and restore refuses: " + restore.output());
      }
      return "restore refuses";
    }
    return serve(restored, backedUp, clean, false);
  }

  private static void requireClear(String output) {
    if (output.contains("\tat ") || !ADVICE.matcher(output).find()) {
      throw new Violation("it refuses and does not say what to do: " + output);
    }
  }

  private String serve(Path data, Found.Window end, boolean clean, boolean mayRefuse)
      throws Exception {
    try (Server server = Server.launch(data)) {
      if (!server.awaitReady()) {
        String output = String.join("\n", server.lines());
        if (server.exitCode() != 1) {
          throw new Violation("exit code " + server.exitCode() + ": " + output);
        }
        requireClear(output);
        if (clean && !mayRefuse) {
          throw new Violation("check finds nothing, and serve refuses: " + output);
        }
        return "refused";
      }
      return read(server, end, clean);
    }
  }

  private String read(Server server, Found.Window end, boolean clean) throws Exception {
    String error = null;
    try (Load load = new Load(server, histories)) {
      error = load.firstError(end);
    } catch (Violation violation) {
      throw new Violation("served in silence: " + violation.getMessage());
    } catch (RuntimeException e) {
      error = e.toString();
    }
    if (error == null) {
      return clean ? "does not matter" : "named by check, all data right";
    }
    Server.Answer health = server.get("/healthz");
    if (clean || health.status() == 200) {
      throw new Violation(
          "reads fail with "
              + error
              + ", check finds "
              + (clean ? "nothing" : "the damage")
              + ", and health says "
              + health);
    }
    return "reads fail, health and check know";
  }

  @Override
  public List<String> details() {
    List<String> lines = new ArrayList<>(List.of("damage: " + lastDamage));
    histories.forEach(history -> lines.addAll(history.lines()));
    return lines;
  }
}
