package dev.mayfly.mongo.command.info;

import dev.mayfly.mongo.access.CommandAccess;
import dev.mayfly.mongo.access.PrivilegeCheck;
import dev.mayfly.mongo.call.CommandCall;
import dev.mayfly.mongo.command.CommandTable;
import dev.mayfly.mongo.command.Fields;
import dev.mayfly.mongo.command.MongoVersion;
import dev.mayfly.mongo.error.ErrorCodes;
import dev.mayfly.mongo.error.MongoException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.function.LongSupplier;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.BsonDouble;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.bson.BsonValue;

/** Replies on the server itself: version, host, log, profiler. */
public final class ServerInfo {
  private static final int SLOW_MILLIS = 100;
  private static final List<String> LOGS = List.of("global", "startupWarnings");

  private static String hostName;

  private ServerInfo() {}

  public static BsonDocument buildInfo(CommandCall call) {
    BsonArray version = new BsonArray();
    MongoVersion.ARRAY.forEach(part -> version.add(new BsonInt32(part)));
    return new BsonDocument("version", new BsonString(MongoVersion.TEXT))
        .append("gitVersion", new BsonString("mayfly"))
        .append("modules", new BsonArray())
        .append("allocator", new BsonString("system"))
        .append("javascriptEngine", new BsonString("none"))
        .append("sysInfo", new BsonString("deprecated"))
        .append("versionArray", version)
        .append(
            "openssl",
            new BsonDocument("running", new BsonString("JDK"))
                .append("compiled", new BsonString("JDK")))
        .append("buildEnvironment", new BsonDocument())
        .append("bits", new BsonInt32(Long.SIZE))
        .append("debug", BsonBoolean.FALSE)
        .append("maxBsonObjectSize", new BsonInt32(MongoVersion.DOCUMENT_BYTES_MAX))
        .append("storageEngines", new BsonArray(List.of(new BsonString("mayfly"))));
  }

  /**
   * {@code fsync}: no effect, as writes are durable as configured when they are acknowledged.
   * Locking is not supported: backups do not need it.
   */
  public static BsonDocument fsync(CommandCall call) {
    if (Fields.isTrue(call.body().get("lock"))) {
      throw new MongoException(
          ErrorCodes.COMMAND_NOT_SUPPORTED,
          "Writes are not locked out here: take a backup by the admin port.");
    }
    return new BsonDocument("numFiles", new BsonInt32(1));
  }

  /** {@code getLog}: known log names, without entries; the server logs to its own files. */
  public static BsonDocument getLog(CommandCall call) {
    String name = Fields.text(call, call.name());
    if (name.equals("*")) {
      return new BsonDocument("names", new BsonArray(LOGS.stream().map(BsonString::new).toList()));
    }
    if (!LOGS.contains(name)) {
      throw new MongoException(ErrorCodes.OPERATION_FAILED, "no RamLog named: " + name);
    }
    return new BsonDocument("totalLinesWritten", new BsonInt32(0)).append("log", new BsonArray());
  }

  /** {@code profile}: always level 0; there is no profiler. */
  public static BsonDocument profile(CommandCall call) {
    BsonValue level = call.body().get(call.name());
    if (!level.isNumber()) {
      throw new MongoException(
          ErrorCodes.TYPE_MISMATCH, "BSON field 'profile' must be a number: -1, 0, 1 or 2");
    }
    if (level.asNumber().intValue() > 0) {
      throw new MongoException(
          ErrorCodes.COMMAND_NOT_SUPPORTED, "There is no profiler here: the level can only be 0.");
    }
    return new BsonDocument("was", new BsonInt32(0))
        .append("slowms", new BsonInt32(SLOW_MILLIS))
        .append("sampleRate", new BsonDouble(1));
  }

  /** {@code setFeatureCompatibilityVersion}: accepts the current version only. */
  public static BsonDocument setFeatureCompatibilityVersion(CommandCall call) {
    String version = Fields.text(call, call.name());
    if (!version.equals(MongoVersion.FEATURE_COMPATIBILITY)) {
      throw new MongoException(
          ErrorCodes.BAD_VALUE,
          "Invalid feature compatibility version value '%s'; expected '%s'"
              .formatted(version, MongoVersion.FEATURE_COMPATIBILITY));
    }
    return new BsonDocument();
  }

  /** {@code whatsmyuri}: the client's address. */
  public static BsonDocument whatsMyUri(CommandCall call) {
    return new BsonDocument(
        "you", new BsonString(addressText(call.client().channel().remoteAddress())));
  }

  static String addressText(InetSocketAddress address) {
    return address.getAddress().getHostAddress() + ":" + address.getPort();
  }

  public static BsonDocument hostInfo(LongSupplier wallMillis) {
    Runtime runtime = Runtime.getRuntime();
    int processors = runtime.availableProcessors();
    return new BsonDocument(
            "system",
            new BsonDocument("currentTime", new BsonDateTime(wallMillis.getAsLong()))
                .append("hostname", new BsonString(hostName()))
                .append("cpuAddrSize", new BsonInt32(Long.SIZE))
                .append("memSizeMB", new BsonInt64(runtime.maxMemory() >> 20))
                .append("memLimitMB", new BsonInt64(runtime.maxMemory() >> 20))
                .append("numCores", new BsonInt32(processors))
                .append("numPhysicalCores", new BsonInt32(processors))
                .append("cpuArch", new BsonString(System.getProperty("os.arch")))
                .append("numaEnabled", BsonBoolean.FALSE))
        .append(
            "os",
            new BsonDocument("type", new BsonString(System.getProperty("os.name")))
                .append("name", new BsonString(System.getProperty("os.name")))
                .append("version", new BsonString(System.getProperty("os.version"))))
        .append("extra", new BsonDocument());
  }

  public static BsonDocument listCommands(CommandTable commands) {
    BsonDocument list = new BsonDocument();
    commands
        .all()
        .forEach(
            (name, command) ->
                list.append(
                    name,
                    new BsonDocument("help", new BsonString(""))
                        .append(
                            "requiresAuth",
                            BsonBoolean.valueOf(CommandAccess.of(name) != PrivilegeCheck.NOTHING))
                        .append("secondaryOk", BsonBoolean.TRUE)
                        .append("adminOnly", BsonBoolean.FALSE)));
    return new BsonDocument("commands", list);
  }

  /** The host name, resolved once, as that may be slow. */
  public static synchronized String hostName() {
    if (hostName == null) {
      try {
        hostName = InetAddress.getLocalHost().getHostName();
      } catch (UnknownHostException e) {
        hostName = "localhost";
      }
    }
    return hostName;
  }
}
