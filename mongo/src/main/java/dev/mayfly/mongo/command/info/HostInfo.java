package dev.mayfly.mongo.command.info;

import dev.mayfly.mongo.command.Command;
import dev.mayfly.mongo.command.CommandCall;
import java.util.function.LongSupplier;
import org.bson.BsonBoolean;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonString;

/** {@code hostInfo}: the machine. */
public final class HostInfo implements Command {
  private final LongSupplier wallMillis;

  public HostInfo(LongSupplier wallMillis) {
    this.wallMillis = wallMillis;
  }

  @Override
  public BsonDocument run(CommandCall call) {
    Runtime runtime = Runtime.getRuntime();
    int processors = runtime.availableProcessors();
    return new BsonDocument(
            "system",
            new BsonDocument("currentTime", new BsonDateTime(wallMillis.getAsLong()))
                .append("hostname", new BsonString(Host.name()))
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
}
