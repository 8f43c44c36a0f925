package dev.mayfly.scripts;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.PolyglotException;
import org.graalvm.polyglot.SourceSection;
import org.graalvm.polyglot.Value;
import org.graalvm.polyglot.proxy.ProxyArray;
import org.graalvm.polyglot.proxy.ProxyExecutable;

/**
 * The program of a process that runs scripts, one at a time. It reads what to do from its standard
 * input and ends with it.
 */
public final class ScriptHost {
  /** What the Java machine ends with when the heap is full. */
  static final int EXIT_MEMORY = 3;

  private static final int EXIT_TIME = 4;
  private static final int STACK_BYTES = 16 << 20;
  private static final long FUNCTION_MILLIS = 5_000;

  /** So long after its end a script that can't be stopped takes the process along. */
  private static final long GRACE_MILLIS = 500;

  /** No answer of the server is larger. */
  private static final int RESULT_CHARACTERS_MAX = 4 << 20;

  private final DataInputStream in;
  private final DataOutputStream out;
  private final Sandbox sandbox = new Sandbox();
  private final ScheduledExecutorService watch = watch();
  private final Map<String, String> bodies = new HashMap<>();
  private final Map<String, Value> functions = new HashMap<>();
  private Context next;
  private Context functionContext;
  private Value functionCalls;

  private ScriptHost(DataInputStream in, DataOutputStream out) {
    this.in = in;
    this.out = out;
    this.next = sandbox.open();
  }

  private static ScheduledExecutorService watch() {
    ScheduledThreadPoolExecutor watch =
        new ScheduledThreadPoolExecutor(
            1,
            task -> {
              Thread thread = new Thread(task, "watch");
              thread.setDaemon(true);
              return thread;
            });
    // Calls that are over would stay there for seconds, thousands of them.
    watch.setRemoveOnCancelPolicy(true);
    return watch;
  }

  public static void main(String[] arguments) {
    DataInputStream in =
        new DataInputStream(new BufferedInputStream(new FileInputStream(FileDescriptor.in)));
    DataOutputStream out =
        new DataOutputStream(new BufferedOutputStream(new FileOutputStream(FileDescriptor.out)));
    new Thread(null, () -> serve(in, out), "scripts", STACK_BYTES).start();
  }

  private static void serve(DataInputStream in, DataOutputStream out) {
    try {
      ScriptHost host = new ScriptHost(in, out);
      host.rehearse();
      Frame.READY.write(out);
      while (true) {
        host.handle(Frame.read(in));
      }
    } catch (EOFException e) {
      Runtime.getRuntime().halt(0);
    } catch (IOException | RuntimeException e) {
      Runtime.getRuntime().halt(1);
    }
  }

  /** Loads what a script needs, so that the first one has all its time to itself. */
  private void rehearse() throws IOException {
    String body = "function () { __.response.setBody(new Date()); __.chain().map(x => x); }";
    String input =
        "{\"kind\":\"sproc\",\"parameters\":\"[1]\",\"request\":{},\"response\":{\"Body\":\"\"}}";
    run(Frame.of(Frame.Type.RUN, "60000", "0", "rehearsal", body, input));
    define(Frame.of(Frame.Type.FUNCTIONS, "0", "f", "x => x"));
    apply(Frame.of(Frame.Type.APPLY, "f", "1"));
    String calls = "{\"calls\":[[1],[null]],\"missing\":[1,0]}";
    applyAll(Frame.of(Frame.Type.APPLY_ALL, "f", calls));
    closeFunctions();
    next = sandbox.open();
  }

  private void handle(Frame frame) throws IOException {
    switch (frame.type()) {
      case RUN -> run(frame).write(out);
      case FUNCTIONS -> define(frame);
      case APPLY -> apply(frame).write(out);
      case APPLY_ALL -> applyAll(frame).write(out);
      default -> throw new IOException("unexpected " + frame.type());
    }
    if (next == null) {
      next = sandbox.open();
    }
  }

  private Context fresh() {
    Context context = next == null ? sandbox.open() : next;
    next = null;
    return context;
  }

  /** Ends the script after so long, and if it can't be ended the process. */
  private List<ScheduledFuture<?>> endAfter(long millis, Context context) {
    return List.of(
        watch.schedule(() -> context.close(true), millis, TimeUnit.MILLISECONDS),
        watch.schedule(
            () -> Runtime.getRuntime().halt(EXIT_TIME),
            millis + GRACE_MILLIS,
            TimeUnit.MILLISECONDS));
  }

  private Frame run(Frame frame) throws IOException {
    closeFunctions();
    Context context = fresh();
    List<ScheduledFuture<?>> ends = endAfter(Long.parseLong(frame.text(0)), context);
    try {
      sandbox.setGlobals(context, Long.parseLong(frame.text(1)));
      return run(context, frame.text(2), frame.text(3), frame.text(4));
    } catch (PolyglotException e) {
      return failed(e);
    } finally {
      ends.forEach(end -> end.cancel(false));
      context.close(true);
    }
  }

  private Frame run(Context context, String id, String body, String input) {
    ProxyExecutable call = arguments -> ProxyArray.fromArray(ask(arguments));
    Value script = sandbox.serverSide(context).execute(call, input);
    Value function = sandbox.function(context, id, body);
    Value end;
    try {
      script.getMember("start").executeVoid(function);
      while (script.getMember("hasMore").execute().asBoolean()) {
        script.getMember("step").executeVoid();
      }
      end = script.getMember("finish").execute();
    } catch (PolyglotException e) {
      if (e.isCancelled() || e.isInterrupted() || e.getGuestObject() == null) {
        throw e;
      }
      return thrown(script.getMember("described").execute(e.getGuestObject()), stack(e));
    }
    String result = end.getArrayElement(1).asString();
    String log = end.getArrayElement(2).asString();
    if (result.length() > RESULT_CHARACTERS_MAX) {
      String text = "The script's result is larger than " + RESULT_CHARACTERS_MAX + " bytes.";
      return failed(ScriptException.Reason.THROWN, text, 413, "", log);
    }
    return Frame.of(Frame.Type.DONE, result, log);
  }

  private static Frame thrown(Value end, String stack) {
    boolean parameters = end.getArrayElement(0).asString().equals("parameters");
    return failed(
        parameters ? ScriptException.Reason.PARAMETERS : ScriptException.Reason.THROWN,
        end.getArrayElement(1).asString(),
        end.getArrayElement(2).asInt(),
        stack,
        end.getArrayElement(3).asString());
  }

  private Object[] ask(Value[] arguments) {
    List<String> texts = new ArrayList<>();
    for (Value each : arguments) {
      texts.add(each.asString());
    }
    try {
      new Frame(Frame.Type.CALL, texts).write(out);
      Frame answer = Frame.read(in);
      if (answer.type() != Frame.Type.ANSWER) {
        Runtime.getRuntime().halt(1);
      }
      return answer.texts().toArray();
    } catch (IOException e) {
      // The server has given the script up.
      Runtime.getRuntime().halt(1);
      return new Object[0];
    }
  }

  private void closeFunctions() {
    if (functionContext != null) {
      functionContext.close(true);
      functionContext = null;
    }
    functions.clear();
  }

  private void define(Frame frame) {
    closeFunctions();
    bodies.clear();
    for (int i = 1; i + 1 < frame.texts().size(); i += 2) {
      bodies.put(frame.text(i), frame.text(i + 1));
    }
    functionContext = fresh();
    sandbox.setGlobals(functionContext, Long.parseLong(frame.text(0)));
    functionCalls = sandbox.functions(functionContext);
  }

  private Frame apply(Frame frame) {
    if (functionContext == null) {
      return failed(ScriptException.Reason.TIME, "A function before took too long.", 0, "", "");
    }
    List<ScheduledFuture<?>> ends = endAfter(FUNCTION_MILLIS, functionContext);
    try {
      Value function = function(frame.text(0));
      Object[] arguments = frame.texts().subList(1, frame.texts().size()).toArray();
      String result =
          functionCalls
              .getMember("one")
              .execute(function, ProxyArray.fromArray(arguments))
              .asString();
      return result.length() > RESULT_CHARACTERS_MAX
          ? failed(ScriptException.Reason.THROWN, "The result is too large.", 413, "", "")
          : Frame.of(Frame.Type.DONE, result);
    } catch (PolyglotException e) {
      if (e.isCancelled()) {
        closeFunctions();
      }
      return failed(e);
    } finally {
      ends.forEach(end -> end.cancel(false));
    }
  }

  /** A function, compiled once. */
  private Value function(String name) {
    Value function = functions.get(name);
    if (function == null) {
      function = sandbox.function(functionContext, name, bodies.get(name));
      functions.put(name, function);
    }
    return function;
  }

  /** The results of the first calls, a line each: what goes wrong is met again by a single call. */
  private Frame applyAll(Frame frame) {
    if (functionContext == null) {
      return Frame.of(Frame.Type.DONE, "");
    }
    List<ScheduledFuture<?>> ends = endAfter(FUNCTION_MILLIS, functionContext);
    try {
      Value function = function(frame.text(0));
      Value results = functionCalls.getMember("several").execute(function, frame.text(1));
      return Frame.of(Frame.Type.DONE, results.asString());
    } catch (PolyglotException e) {
      if (e.isCancelled()) {
        closeFunctions();
        return failed(e);
      }
      return Frame.of(Frame.Type.DONE, "");
    } finally {
      ends.forEach(end -> end.cancel(false));
    }
  }

  private static Frame failed(PolyglotException e) {
    if (e.isCancelled() || e.isInterrupted()) {
      return failed(ScriptException.Reason.TIME, "The script did not end in time.", 0, "", "");
    }
    ScriptException.Reason reason =
        e.isSyntaxError() ? ScriptException.Reason.SYNTAX : ScriptException.Reason.THROWN;
    Value error = e.getGuestObject();
    Value number =
        error != null && error.hasMembers() && error.hasMember("number")
            ? error.getMember("number")
            : null;
    return failed(
        reason,
        e.getMessage() == null ? "Error" : e.getMessage(),
        number != null && number.fitsInInt() ? number.asInt() : 0,
        stack(e),
        "");
  }

  private static String stack(PolyglotException e) {
    StringBuilder stack = new StringBuilder();
    for (PolyglotException.StackFrame frame : e.getPolyglotStackTrace()) {
      if (frame.isGuestFrame() && frame.getSourceLocation() != null) {
        SourceSection at = frame.getSourceLocation();
        stack
            .append("\n   at ")
            .append(frame.getRootName())
            .append(" (")
            .append(at.getSource().getName())
            .append(':')
            .append(at.getStartLine())
            .append(':')
            .append(at.getStartColumn())
            .append(')');
      }
    }
    return stack.toString();
  }

  private static Frame failed(
      ScriptException.Reason reason, String message, int number, String stack, String log) {
    return Frame.of(
        Frame.Type.FAILED, reason.name(), message, Integer.toString(number), stack, log);
  }
}
