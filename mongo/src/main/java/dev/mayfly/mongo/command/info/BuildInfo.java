package dev.mayfly.mongo.command.info;

import dev.mayfly.mongo.MongoVersion;
import dev.mayfly.mongo.command.CommandCall;
import dev.mayfly.mongo.command.QuickCommand;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;

/** {@code buildInfo}: which version this is. */
public final class BuildInfo implements QuickCommand {
  @Override
  public BsonDocument run(CommandCall call) {
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
        .append("storageEngines", new BsonArray(java.util.List.of(new BsonString("mayfly"))));
  }
}
