package dev.mayfly.scripts;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A process that runs scripts, as the server sees it. It has a heap of its own, which bounds what a
 * script may hold, and is killed if a script does not end. For one thread at a time.
 */
final class HostProcess implements AutoCloseable {
  private static final Duration START = Duration.ofSeconds(60);

  /** So long after the end of its time a script that can't be stopped takes its process along. */
  private static final Duration GRACE = Duration.ofSeconds(1);

  private final ScriptLimits limits;
  private final ScheduledExecutorService watch;
  private final Process process;
  private final DataInputStream in;
  private final DataOutputStream out;
  private List<String> functions;
  private boolean broken;
  private long idleSince;

  /**
   * @param classPath of {@link ScriptHost}
   */
  HostProcess(String classPath, ScriptLimits limits, ScheduledExecutorService watch)
      throws IOException {
    this.limits = limits;
    this.watch = watch;
    ProcessBuilder builder =
        new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xmx" + limits.heapMegabytes() + "m",
            "-XX:+UseSerialGC",
            "-XX:+ExitOnOutOfMemoryError",
            "-XX:-UsePerfData",
            "-Dpolyglot.engine.WarnInterpreterOnly=false",
            "-cp",
            classPath,
            ScriptProgram.MAIN_CLASS);
    builder.environment().clear();
    builder.redirectError(ProcessBuilder.Redirect.DISCARD);
    process = builder.start();
    in = new DataInputStream(new BufferedInputStream(process.getInputStream()));
    out = new DataOutputStream(new BufferedOutputStream(process.getOutputStream()));
    ScheduledFuture<?> end = killAfter(START);
    try {
      Frame ready = Frame.read(in);
      if (!ready.equals(Frame.READY)) {
        throw new IOException("the engine for JavaScript belongs to another version of the server");
      }
    } catch (IOException e) {
      close();
      throw e;
    } finally {
      end.cancel(false);
    }
  }

  private ScheduledFuture<?> killAfter(Duration time) {
    return watch.schedule(process::destroyForcibly, time.toMillis(), TimeUnit.MILLISECONDS);
  }

  Script.Result run(Script script, Script.Calls calls) {
    functions = null;
    calls.started();
    ScheduledFuture<?> end = killAfter(script.time().plus(GRACE));
    try {
      send(
          Frame.of(
              Frame.Type.RUN,
              Long.toString(script.time().toMillis()),
              Long.toString(script.nowMillis()),
              script.id(),
              script.body(),
              script.input()));
      while (true) {
        Frame frame = Frame.read(in);
        switch (frame.type()) {
          case CALL -> send(answer(frame, calls));
          case DONE -> {
            return new Script.Result(frame.text(0), frame.text(1));
          }
          default -> throw failure(frame);
        }
      }
    } catch (IOException e) {
      throw ended();
    } catch (ScriptException e) {
      throw e;
    } catch (RuntimeException | Error e) {
      // The process waits for an answer that it will not get.
      broken = true;
      throw e;
    } finally {
      end.cancel(false);
    }
  }

  private static Frame answer(Frame call, Script.Calls calls) {
    Script.Answer answer = calls.answer(call.text(0), call.text(1), call.text(2), call.text(3));
    return Frame.of(
        Frame.Type.ANSWER, Integer.toString(answer.status()), answer.body(), answer.continuation());
  }

  /** The functions that are called next, each by its name and its text. */
  void define(List<String> namesAndBodies, long nowMillis) {
    if (namesAndBodies.equals(functions)) {
      return;
    }
    functions = List.copyOf(namesAndBodies);
    try {
      send(
          new Frame(
              Frame.Type.FUNCTIONS,
              Stream.concat(Stream.of(Long.toString(nowMillis)), functions.stream()).toList()));
    } catch (IOException e) {
      throw ended();
    }
  }

  /** The result of a function as JSON; empty if it is undefined. */
  String apply(List<String> nameAndArguments) {
    return apply(new Frame(Frame.Type.APPLY, nameAndArguments));
  }

  /** The results of calls, a line each; fewer if one was not made to its end. */
  String applyAll(String name, String calls) {
    return apply(Frame.of(Frame.Type.APPLY_ALL, name, calls));
  }

  private String apply(Frame call) {
    ScheduledFuture<?> end = killAfter(limits.time().plus(GRACE));
    try {
      send(call);
      Frame frame = Frame.read(in);
      if (frame.type() == Frame.Type.DONE) {
        return frame.text(0);
      }
      ScriptException failure = failure(frame);
      if (failure.reason() == ScriptException.Reason.TIME) {
        // Their context has ended with the call.
        functions = null;
      }
      throw failure;
    } catch (IOException e) {
      throw ended();
    } finally {
      end.cancel(false);
    }
  }

  private void send(Frame frame) throws IOException {
    frame.write(out);
  }

  private static ScriptException failure(Frame frame) {
    return new ScriptException(
        ScriptException.Reason.valueOf(frame.text(0)),
        frame.text(1),
        Integer.parseInt(frame.text(2)),
        frame.text(3),
        frame.text(4));
  }

  /** Why the process is gone. */
  private ScriptException ended() {
    broken = true;
    try {
      process.waitFor(GRACE.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    if (process.isAlive()) {
      process.destroyForcibly();
    } else if (process.exitValue() == ScriptHost.EXIT_MEMORY) {
      return new ScriptException(
          ScriptException.Reason.MEMORY,
          "The script needs more memory than the "
              + limits.heapMegabytes()
              + " megabytes that one may use.");
    }
    return new ScriptException(ScriptException.Reason.TIME, "The script did not end in time.");
  }

  /** Whether it can run another script. */
  boolean isUsable() {
    return !broken && process.isAlive();
  }

  void idleSince(long nanos) {
    idleSince = nanos;
  }

  long idleSince() {
    return idleSince;
  }

  @Override
  public void close() {
    broken = true;
    process.destroyForcibly();
  }
}
