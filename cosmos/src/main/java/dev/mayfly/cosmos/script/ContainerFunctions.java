package dev.mayfly.cosmos.script;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import dev.mayfly.cosmos.http.CosmosException;
import dev.mayfly.cosmos.json.JsonWriter;
import dev.mayfly.cosmos.query.compile.UserFunctions;
import dev.mayfly.cosmos.query.value.RowBudget;
import dev.mayfly.cosmos.query.value.Value;
import dev.mayfly.cosmos.query.value.ValueReader;
import dev.mayfly.cosmos.query.value.ValueWriter;
import dev.mayfly.cosmos.resource.ChildStore;
import dev.mayfly.cosmos.resource.ResourceType;
import dev.mayfly.scripts.ScriptException;
import dev.mayfly.scripts.Scripts;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.LongSupplier;

/**
 * The user-defined functions of a container in one run of a query. With the first call they are
 * read and a process is taken, which is given back at the end.
 */
final class ContainerFunctions implements UserFunctions {
  private static final JsonFactory JSON = new JsonFactory();

  /** After so much no call is added to a message; an item has at most 2 MB. */
  private static final int CALLS_BYTES_MAX = 256 << 10;

  private final Scripts scripts;
  private final ChildStore children;
  private final String containerRid;
  private final LongSupplier clock;
  private final Set<String> names = new HashSet<>();
  private Scripts.Functions functions;

  /**
   * @param clock returns milliseconds since 1970
   */
  ContainerFunctions(
      Scripts scripts, ChildStore children, String containerRid, LongSupplier clock) {
    this.scripts = requireNonNull(scripts, "scripts");
    this.children = requireNonNull(children, "children");
    this.containerRid = requireNonNull(containerRid, "containerRid");
    this.clock = requireNonNull(clock, "clock");
  }

  @Override
  public Value call(String name, Value[] arguments, RowBudget budget) {
    try {
      open();
      if (!names.contains(name)) {
        throw CosmosException.errors(
            400, 0, "The container has no user-defined function '" + name + "'.");
      }
      List<String> texts = new ArrayList<>(arguments.length);
      for (Value argument : arguments) {
        texts.add(text(argument));
      }
      return result(functions.apply(name, texts), budget);
    } catch (ScriptException e) {
      throw ScriptErrors.of(name, e);
    }
  }

  @Override
  public Value result(String text, RowBudget budget) {
    budget.takeText(text.length());
    budget.work();
    return text.isEmpty() ? Value.UNDEFINED : value(text, budget);
  }

  @Override
  public List<String> callAhead(String name, List<Value[]> arguments) {
    try {
      open();
      return names.contains(name) ? functions.applyAll(name, calls(arguments)) : List.of();
    } catch (ScriptException e) {
      throw ScriptErrors.of(name, e);
    }
  }

  /** Calls as they are sent, as many as one message may have. */
  private static String calls(List<Value[]> arguments) {
    JsonWriter json = new JsonWriter().raw("{\"calls\":[");
    StringBuilder missing = new StringBuilder();
    for (int i = 0; i < arguments.size() && json.length() < CALLS_BYTES_MAX; i++) {
      json.raw(i == 0 ? "[" : ",[");
      Value[] given = arguments.get(i);
      for (int j = 0; j < given.length; j++) {
        json.raw(j == 0 ? "" : ",");
        if (given[j].isDefined()) {
          ValueWriter.write(given[j], json);
        } else {
          json.raw("null");
          missing.append(missing.isEmpty() ? "" : ",").append(i).append(',').append(j);
        }
      }
      json.raw("]");
    }
    json.raw("],\"missing\":[").raw(missing.toString()).raw("]}");
    return new String(json.toByteArray(), StandardCharsets.UTF_8);
  }

  private void open() {
    if (functions != null) {
      return;
    }
    List<String> namesAndBodies = new ArrayList<>();
    children
        .all(containerRid, ResourceType.FUNCTION)
        .forEach(
            each -> {
              names.add(each.id());
              namesAndBodies.add(each.id());
              namesAndBodies.add(each.body().getString("body").getValue());
            });
    functions = scripts.functions(namesAndBodies, clock.getAsLong());
  }

  private static String text(Value value) {
    if (!value.isDefined()) {
      return "";
    }
    JsonWriter json = new JsonWriter();
    ValueWriter.write(value, json);
    return new String(json.toByteArray(), StandardCharsets.UTF_8);
  }

  /** Most results are scalars, for which no parser is made. */
  private static Value value(String json, RowBudget budget) {
    char first = json.charAt(0);
    if (first != '"' && first != '[' && first != '{') {
      budget.takeElements(1);
      return switch (first) {
        case 't' -> Value.of(true);
        case 'f' -> Value.of(false);
        case 'n' -> Value.NULL;
        default -> ValueReader.number(json);
      };
    }
    try (JsonParser parser = JSON.createParser(json)) {
      parser.nextToken();
      return ValueReader.read(parser, budget);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    if (functions != null) {
      functions.close();
      functions = null;
    }
  }
}
