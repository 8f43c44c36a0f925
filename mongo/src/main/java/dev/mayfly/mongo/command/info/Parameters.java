package dev.mayfly.mongo.command.info;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.background.Background;
import dev.mayfly.mongo.MongoVersion;
import dev.mayfly.mongo.auth.ScramMechanism;
import dev.mayfly.mongo.command.Fields;
import dev.mayfly.mongo.error.ErrorCodes;
import dev.mayfly.mongo.error.MongoException;
import java.util.Arrays;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.bson.BsonValue;

/** What {@code getParameter} tells and {@code setParameter} changes. */
public final class Parameters {
  private final SortedMap<String, Parameter> all = new TreeMap<>();

  /** Expired documents are removed within seconds: there is no pass to wait for. */
  private final AtomicInteger ttlSleepSeconds = new AtomicInteger(60);

  private record Parameter(Supplier<BsonValue> get, Consumer<BsonValue> set) {}

  public Parameters(Background background) {
    requireNonNull(background, "background");
    changing(
        "ttlMonitorEnabled",
        () -> BsonBoolean.valueOf(!background.isPaused()),
        value -> {
          if (Fields.isTrue(value)) {
            background.resume();
          } else {
            background.pause();
          }
        });
    changing(
        "ttlMonitorSleepSecs",
        () -> new BsonInt32(ttlSleepSeconds.get()),
        value -> ttlSleepSeconds.set(positive("ttlMonitorSleepSecs", value)));
    fixed(
        "featureCompatibilityVersion",
        new BsonDocument("version", new BsonString(MongoVersion.FEATURE_COMPATIBILITY)));
    fixed(
        "authenticationMechanisms",
        new BsonArray(
            Arrays.stream(ScramMechanism.values())
                .map(each -> new BsonString(each.wireName()))
                .toList()));
    fixed("authSchemaVersion", new BsonInt32(5));
    fixed("cursorTimeoutMillis", new BsonInt64(600_000));
    fixed("enableTestCommands", BsonBoolean.FALSE);
    fixed("internalQueryMaxBlockingSortMemoryUsageBytes", new BsonInt64(100L << 20));
    fixed("localLogicalSessionTimeoutMinutes", new BsonInt32(30));
    fixed("logComponentVerbosity", new BsonDocument("verbosity", new BsonInt32(0)));
    fixed("logLevel", new BsonInt32(0));
    fixed("maxBSONDepth", new BsonInt32(200));
    fixed("notablescan", BsonBoolean.FALSE);
    fixed("quiet", BsonBoolean.FALSE);
    fixed("transactionLifetimeLimitSeconds", new BsonInt32(60));
  }

  private void fixed(String name, BsonValue value) {
    all.put(name, new Parameter(() -> value, null));
  }

  private void changing(String name, Supplier<BsonValue> get, Consumer<BsonValue> set) {
    all.put(name, new Parameter(get, set));
  }

  private static int positive(String name, BsonValue value) {
    double number = value.isNumber() ? value.asNumber().doubleValue() : Double.NaN;
    if (!(number >= 1) || number > Integer.MAX_VALUE) {
      throw new MongoException(
          ErrorCodes.BAD_VALUE,
          "Invalid value for parameter " + name + ": it must be greater than 0");
    }
    return (int) number;
  }

  /** All parameters and their values. */
  BsonDocument toDocument() {
    BsonDocument document = new BsonDocument();
    all.forEach((name, parameter) -> document.append(name, parameter.get().get()));
    return document;
  }

  /** The value of a parameter, or null if there is none of that name. */
  BsonValue get(String name) {
    Parameter parameter = all.get(name);
    return parameter == null ? null : parameter.get().get();
  }

  boolean isChangeable(String name) {
    return all.get(name).set() != null;
  }

  void set(String name, BsonValue value) {
    all.get(name).set().accept(value);
  }
}
