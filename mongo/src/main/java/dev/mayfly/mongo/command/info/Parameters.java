package dev.mayfly.mongo.command.info;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.BackgroundWork;
import dev.mayfly.mongo.aggregate.StageLimits;
import dev.mayfly.mongo.auth.ScramMechanism;
import dev.mayfly.mongo.call.CommandCall;
import dev.mayfly.mongo.call.GenericArguments;
import dev.mayfly.mongo.command.Fields;
import dev.mayfly.mongo.command.MongoVersion;
import dev.mayfly.mongo.error.ErrorCodes;
import dev.mayfly.mongo.error.MongoException;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import java.util.function.IntSupplier;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.bson.BsonValue;

/** The server parameters. */
public final class Parameters {
  private final SortedMap<String, Parameter> all = new TreeMap<>();

  /** These are accepted without effect: the purge has no fixed intervals and batches. */
  private final AtomicInteger ttlSleepSeconds = new AtomicInteger(60);

  private final AtomicBoolean ttlBatchDeletes = new AtomicBoolean(true);
  private final AtomicInteger ttlSubPassSeconds = new AtomicInteger(60);
  private final AtomicInteger ttlTargetDocuments = new AtomicInteger(50_000);
  private final AtomicInteger ttlTargetMillis = new AtomicInteger(1000);

  private record Parameter(Supplier<BsonValue> get, Consumer<BsonValue> set) {}

  /** A whole number that can be set, not below {@code least}. */
  public record Setting(int least, IntSupplier get, IntConsumer set) {}

  /**
   * @param settings numbers that belong to other components, by name
   * @param testCommands whether commands for tests are served
   * @param limits of the memory of sorts and stages
   */
  public Parameters(
      BackgroundWork background,
      Map<String, Setting> settings,
      boolean testCommands,
      StageLimits limits) {
    requireNonNull(background, "background");
    requireNonNull(limits, "limits");
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
    number("ttlMonitorSleepSecs", ttlSleepSeconds, 1);
    changing(
        "ttlMonitorBatchDeletes",
        () -> BsonBoolean.valueOf(ttlBatchDeletes.get()),
        value -> ttlBatchDeletes.set(Fields.isTrue(value)));
    number("ttlMonitorSubPassTargetSecs", ttlSubPassSeconds, 1);
    number("ttlIndexDeleteTargetDocs", ttlTargetDocuments, 0);
    number("ttlIndexDeleteTargetTimeMS", ttlTargetMillis, 0);
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
    fixed("enableTestCommands", BsonBoolean.valueOf(testCommands));
    changing(
        "allowDiskUseByDefault",
        () -> BsonBoolean.valueOf(limits.diskUse()),
        value -> limits.setDiskUse(Fields.isTrue(value)));
    for (StageLimits.Limit each : StageLimits.Limit.values()) {
      bytes(each.parameter(), () -> limits.bytes(each), changed -> limits.setBytes(each, changed));
    }
    fixed("localLogicalSessionTimeoutMinutes", new BsonInt32(30));
    fixed("logComponentVerbosity", new BsonDocument("verbosity", new BsonInt32(0)));
    fixed("logLevel", new BsonInt32(0));
    fixed("maxBSONDepth", new BsonInt32(200));
    fixed("notablescan", BsonBoolean.FALSE);
    fixed("quiet", BsonBoolean.FALSE);
    settings.forEach(
        (name, setting) ->
            changing(
                name,
                () -> new BsonInt32(setting.get().getAsInt()),
                value -> setting.set().accept(atLeast(setting.least(), name, value))));
  }

  private void fixed(String name, BsonValue value) {
    all.put(name, new Parameter(() -> value, null));
  }

  private void changing(String name, Supplier<BsonValue> get, Consumer<BsonValue> set) {
    all.put(name, new Parameter(get, set));
  }

  private void number(String name, AtomicInteger value, int least) {
    changing(name, () -> new BsonInt32(value.get()), sent -> value.set(atLeast(least, name, sent)));
  }

  /** Heap bytes of sorts or stages: fewer than the default are for tests, more are not allowed. */
  private void bytes(String name, LongSupplier get, LongConsumer set) {
    changing(
        name,
        () -> new BsonInt64(get.getAsLong()),
        sent -> {
          int bytes = atLeast(1, name, sent);
          if (bytes > StageLimits.DEFAULT_BYTES) {
            throw new MongoException(
                ErrorCodes.BAD_VALUE,
                "Invalid value for parameter %s: it must be at most %s"
                    .formatted(name, StageLimits.DEFAULT_BYTES));
          }
          set.accept(bytes);
        });
  }

  private static int atLeast(int least, String name, BsonValue value) {
    double number = value.isNumber() ? value.asNumber().doubleValue() : Double.NaN;
    if (!(number >= least) || number > Integer.MAX_VALUE) {
      throw new MongoException(
          ErrorCodes.BAD_VALUE,
          "Invalid value for parameter " + name + ": it must be at least " + least);
    }
    return (int) number;
  }

  BsonDocument toDocument() {
    BsonDocument document = new BsonDocument();
    all.forEach((name, parameter) -> document.append(name, parameter.get().get()));
    return document;
  }

  /** The value of a parameter, or null. */
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

  private static final Set<String> OPTIONS = Set.of("allParameters", "showDetails", "setAt");

  public BsonDocument getParameter(CommandCall call) {
    BsonValue which = call.body().get(call.name());
    boolean details = false;
    boolean all = which instanceof BsonString star && star.getValue().equals("*");
    if (which instanceof BsonDocument options) {
      details = Fields.isTrue(options.get("showDetails"));
      all = Fields.isTrue(options.get("allParameters"));
    }
    BsonDocument found = new BsonDocument();
    for (String name : all ? toDocument().keySet() : call.body().keySet()) {
      BsonValue value = get(name);
      if (value != null && !GenericArguments.isGeneric(name) && !OPTIONS.contains(name)) {
        found.append(name, details ? detailed(name, value) : value);
      }
    }
    if (found.isEmpty()) {
      throw new MongoException(ErrorCodes.INVALID_OPTIONS, "no option found to get");
    }
    return found;
  }

  private BsonDocument detailed(String name, BsonValue value) {
    return new BsonDocument("value", value)
        .append("settableAtRuntime", BsonBoolean.valueOf(isChangeable(name)))
        .append("settableAtStartup", BsonBoolean.FALSE);
  }

  /** {@code setParameter}, for the few parameters that can be set. */
  public BsonDocument setParameter(CommandCall call) {
    BsonDocument answer = null;
    for (String name : call.body().keySet()) {
      if (name.equals(call.name()) || GenericArguments.isGeneric(name)) {
        continue;
      }
      BsonValue before = get(name);
      if (before == null) {
        throw new MongoException(
            ErrorCodes.INVALID_OPTIONS,
            "attempted to set unrecognized parameter [%s], use help:true to see options "
                .formatted(name));
      }
      if (!isChangeable(name)) {
        throw new MongoException(
            ErrorCodes.ILLEGAL_OPERATION, "not allowed to change [" + name + "] at runtime");
      }
      set(name, call.body().get(name));
      if (answer == null) {
        answer = new BsonDocument("was", before);
      }
    }
    if (answer == null) {
      throw new MongoException(
          ErrorCodes.INVALID_OPTIONS, "no option found to set, use help:true to see options ");
    }
    return answer;
  }
}
