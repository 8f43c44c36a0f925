package dev.mayfly.cosmos.query.run;

import dev.mayfly.cosmos.query.compile.Parameters;
import dev.mayfly.cosmos.query.syntax.Expression;
import dev.mayfly.cosmos.query.value.ArrayValue;
import dev.mayfly.cosmos.query.value.Kind;
import dev.mayfly.cosmos.query.value.ObjectValue;
import dev.mayfly.cosmos.query.value.StringValue;
import dev.mayfly.cosmos.query.value.Value;
import dev.mayfly.query.interval.KeyInterval;
import dev.mayfly.query.interval.KeySet;
import dev.mayfly.query.plan.PathCondition;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** What calls of functions say that indexes can be asked for, if they are to be true. */
final class CallConditions {
  private final IndexPaths paths;
  private final Parameters parameters;

  CallConditions(IndexPaths paths, Parameters parameters) {
    this.paths = paths;
    this.parameters = parameters;
  }

  PathCondition of(Expression.Call call) {
    List<Expression> arguments = call.arguments();
    return switch (call.name().toUpperCase(Locale.ROOT)) {
      case "IS_DEFINED" -> paths.on(arguments.get(0), KeyIntervals.defined());
      case "IS_NULL" -> ofKind(arguments, Kind.NULL);
      case "IS_BOOL", "IS_BOOLEAN" -> ofKind(arguments, Kind.BOOLEAN);
      case "IS_NUMBER" -> ofKind(arguments, Kind.NUMBER);
      case "IS_STRING" -> ofKind(arguments, Kind.STRING);
      case "IS_ARRAY" -> ofKind(arguments, Kind.ARRAY);
      case "IS_OBJECT" -> ofKind(arguments, Kind.OBJECT);
      case "STARTSWITH" -> text(arguments, true);
      case "STRINGEQUALS" -> text(arguments, false);
      case "ARRAY_CONTAINS", "_TRY_ARRAY_CONTAINS" -> contains(arguments);
      case "ARRAY_CONTAINS_ANY" -> containsAny(arguments);
      default -> null;
    };
  }

  private PathCondition ofKind(List<Expression> arguments, Kind kind) {
    return paths.on(arguments.get(0), KeySet.of(KeyIntervals.of(kind)));
  }

  /** A third argument that is not false makes all cases alike, which keys do not. */
  private PathCondition text(List<Expression> arguments, boolean beginning) {
    boolean exact =
        arguments.size() == 2 || Value.of(false).equals(parameters.constant(arguments.get(2)));
    if (!exact || !(parameters.constant(arguments.get(1)) instanceof StringValue text)) {
      return null;
    }
    return paths.on(
        arguments.get(0),
        beginning ? KeyIntervals.beginningWith(text.text()) : KeyIntervals.equalTo(text));
  }

  private PathCondition contains(List<Expression> arguments) {
    if (parameters.constant(arguments.get(0)) instanceof ArrayValue list) {
      return arguments.size() == 2 ? paths.near(arguments.get(1), equalToAny(list)) : null;
    }
    Value wanted = parameters.constant(arguments.get(1));
    return wanted == null ? null : containing(arguments.get(0), wanted);
  }

  private static KeySet equalToAny(ArrayValue list) {
    List<KeyInterval> intervals = new ArrayList<>();
    for (Value value : list.elements()) {
      KeySet keys = KeyIntervals.equalTo(value);
      if (keys == null) {
        return null;
      }
      intervals.addAll(keys.intervals());
    }
    return KeySet.of(intervals);
  }

  /** What an array has an element like that for: of an object, one of its members is enough. */
  private PathCondition containing(Expression array, Value wanted) {
    if (wanted instanceof ObjectValue object) {
      for (Map.Entry<String, Value> member : object.members().entrySet()) {
        Kind kind = member.getValue().kind();
        if (kind != Kind.OBJECT && kind != Kind.ARRAY) {
          KeySet keys = KeyIntervals.equalTo(member.getValue());
          return paths.onMembers(array, List.of(member.getKey()), keys);
        }
      }
      return null;
    }
    return paths.onMembers(array, List.of(), KeyIntervals.equalTo(wanted));
  }

  private PathCondition containsAny(List<Expression> arguments) {
    List<Value> values = new ArrayList<>();
    for (Expression argument : arguments.subList(1, arguments.size())) {
      Value value = parameters.constant(argument);
      if (value == null) {
        return null;
      }
      values.add(value);
    }
    return paths.onMembers(arguments.get(0), List.of(), equalToAny((ArrayValue) Value.of(values)));
  }
}
