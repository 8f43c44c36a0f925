package dev.mayfly.cosmos.query.run;

import dev.mayfly.cosmos.query.syntax.Expression;
import dev.mayfly.cosmos.query.syntax.QueryError;
import dev.mayfly.cosmos.query.value.Kind;
import dev.mayfly.cosmos.query.value.NumberValue;
import dev.mayfly.cosmos.query.value.Value;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/** The functions that are built in. */
final class Functions {
  /** The checks of types: they have an answer for undefined, too. */
  private static final Map<String, Predicate<Value>> CHECKS =
      Map.ofEntries(
          Map.entry("IS_DEFINED", Value::isDefined),
          Map.entry("IS_NULL", is(Kind.NULL)),
          Map.entry("IS_BOOL", is(Kind.BOOLEAN)),
          Map.entry("IS_BOOLEAN", is(Kind.BOOLEAN)),
          Map.entry("IS_NUMBER", is(Kind.NUMBER)),
          Map.entry("IS_STRING", is(Kind.STRING)),
          Map.entry("IS_ARRAY", is(Kind.ARRAY)),
          Map.entry("IS_OBJECT", is(Kind.OBJECT)),
          Map.entry("IS_PRIMITIVE", Functions::isPrimitive),
          Map.entry("IS_FINITE_NUMBER", v -> v instanceof NumberValue n && n.isFinite()),
          Map.entry("IS_INTEGER", Functions::isInteger));

  /** The names that the language knows beside; they will come. */
  private static final Set<String> LATER =
      Set.of(
          ("ABS ACOS AGO ALL ANY ARRAY_AVG ARRAY_CONCAT ARRAY_CONTAINS ARRAY_CONTAINS_ALL"
                  + " ARRAY_CONTAINS_ANY ARRAY_LENGTH ARRAY_MAX ARRAY_MEDIAN ARRAY_MIN ARRAY_SLICE"
                  + " ARRAY_SUM ASIN ATAN ATN2 CEILING CHOOSE CONCAT CONTAINSALLCI"
                  + " CONTAINSALLCS CONTAINSANYCI CONTAINSANYCS CONTAINS_ALL_CI CONTAINS_ALL_CS"
                  + " CONTAINS_ANY_CI CONTAINS_ANY_CS COS COT DATETIMEADD DATETIMEBIN"
                  + " DATETIMEDIFF DATETIMEFORMAT DATETIMEFROMPARTS DATETIMEPART DATETIMETOTICKS"
                  + " DATETIMETOTIMESTAMP DAY DEGREES DOCUMENTID EXP FIRST FLOOR"
                  + " FULLTEXTCONTAINS FULLTEXTCONTAINSALL FULLTEXTCONTAINSANY FULLTEXTSCORE"
                  + " GETCURRENTDATETIME GETCURRENTDATETIMESTATIC GETCURRENTTICKS"
                  + " GETCURRENTTICKSSTATIC GETCURRENTTIMESTAMP GETCURRENTTIMESTAMPSTATIC HASH IIF"
                  + " INDEX_OF INTADD INTBITAND INTBITLEFTSHIFT INTBITNOT INTBITOR INTBITRIGHTSHIFT"
                  + " INTBITWISEAND INTBITWISELEFTSHIFT INTBITWISENOT INTBITWISEOR"
                  + " INTBITWISERIGHTSHIFT INTBITWISEXOR INTBITXOR INTDIV INTMOD INTMUL INTSUB"
                  + " IS_DATETIME LAST LASTINDEXOF LASTSUBSTRINGAFTER LASTSUBSTRINGBEFORE LEFT"
                  + " LENGTH LOG LOG10 LOWER LTRIM MAKELIST MAKESET MONTH NOW NUMBERBIN"
                  + " OBJECTTOARRAY PI POWER RADIANS RAND REGEXEXTRACT REGEXEXTRACTALL REGEXMATCH"
                  + " REPLACE REPLICATE REVERSE RIGHT ROUND RRF RTRIM SETDIFFERENCE SETEQUAL"
                  + " SETINTERSECT SETUNION SIGN SIN SQRT SQUARE STRINGEQUALS"
                  + " STRINGJOIN STRINGSPLIT STRINGTOARRAY STRINGTOBOOLEAN STRINGTONULL"
                  + " STRINGTONUMBER STRINGTOOBJECT ST_AREA ST_DISTANCE ST_INTERSECTS ST_ISVALID"
                  + " ST_ISVALIDDETAILED ST_WITHIN SUBSTRING SUBSTRINGAFTER SUBSTRINGBEFORE TAN"
                  + " TICKSTODATETIME TIMESTAMPTODATETIME TOSTRING TRIM TRUNC UPPER"
                  + " VECTORDISTANCE YEAR")
              .split(" "));

  private Functions() {}

  private static Predicate<Value> is(Kind kind) {
    return value -> value.kind() == kind;
  }

  private static boolean isPrimitive(Value value) {
    return value.isDefined() && value.kind() != Kind.ARRAY && value.kind() != Kind.OBJECT;
  }

  private static boolean isInteger(Value value) {
    if (value instanceof NumberValue.Real real) {
      double number = real.number();
      return number == Math.rint(number) && number >= -0x1p63 && number < 0x1p63;
    }
    return value instanceof NumberValue.Whole;
  }

  /** The function that a call names, with its arguments; refused if there is none. */
  static Evaluator compile(Expression.Call call, Evaluator[] arguments) {
    if (call.userDefined()) {
      throw QueryError.notYet("user-defined functions (udf." + call.name() + ")");
    }
    String name = call.name().toUpperCase(Locale.ROOT);
    Predicate<Value> check = CHECKS.get(name);
    if (check != null) {
      requireOne(call, name);
      Evaluator argument = arguments[0];
      return row -> Value.of(check.test(argument.evaluate(row)));
    }
    if (TextChecks.isOne(name)) {
      return TextChecks.compile(call, name, arguments);
    }
    if (LATER.contains(name)) {
      throw QueryError.notYet("the function " + name);
    }
    throw QueryError.at(
        call.nameSpan(),
        "SC2005",
        "'" + call.name() + "' is not a recognized built-in function name.");
  }

  /** Refuses a call that has not exactly one argument. */
  static void requireOne(Expression.Call call, String name) {
    if (call.arguments().size() != 1) {
      throw QueryError.at(
          call.span(), "SC2050", "The " + name + " function requires 1 argument(s).");
    }
  }
}
