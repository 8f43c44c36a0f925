package dev.mayfly.mongo.command.catalog;

import dev.mayfly.mongo.call.CommandCall;
import dev.mayfly.mongo.collection.Collection;
import dev.mayfly.mongo.command.Backend;
import dev.mayfly.mongo.command.Command;
import dev.mayfly.mongo.command.CommandArguments;
import dev.mayfly.mongo.error.ErrorCodes;
import dev.mayfly.mongo.error.MongoException;
import dev.mayfly.mongo.expression.Expressions;
import dev.mayfly.mongo.expression.Variables;
import dev.mayfly.mongo.filter.Filter;
import dev.mayfly.mongo.filter.FilterParser;
import java.util.Set;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonString;

public record ListDatabasesCommand(Backend backend) implements Command {
  private static final Set<String> FIELDS = Set.of("filter", "nameOnly", "authorizedDatabases");
  private static final long MEGABYTE = 1 << 20;

  @Override
  public BsonDocument run(CommandCall call) {
    if (!call.database().equals("admin")) {
      throw new MongoException(
          ErrorCodes.UNAUTHORIZED, "listDatabases may only be run against the admin database.");
    }
    CommandArguments arguments = CommandArguments.of(call, FIELDS);
    Filter filter = FilterParser.parse(arguments.documentOrEmpty("filter"), Expressions.PLAIN);
    boolean nameOnly = arguments.flag("nameOnly", false);
    Variables variables = backend.variables();
    BsonArray databases = new BsonArray();
    long total = 0;
    for (String name : backend.collections().databases()) {
      if (!call.client().maySee(name)) {
        continue;
      }
      long size = size(name);
      BsonDocument whole =
          new BsonDocument("name", new BsonString(name))
              .append("sizeOnDisk", new BsonInt64(size))
              .append("empty", BsonBoolean.FALSE);
      if (filter.matches(whole, variables, null)) {
        total += size;
        databases.add(nameOnly ? new BsonDocument("name", new BsonString(name)) : whole);
      }
    }
    BsonDocument reply = new BsonDocument("databases", databases);
    if (!nameOnly) {
      reply
          .append("totalSize", new BsonInt64(total))
          .append("totalSizeMb", new BsonInt64(total / MEGABYTE));
    }
    return reply;
  }

  private long size(String database) {
    long bytes = 0;
    for (Collection collection : backend.collections().list(database)) {
      bytes += collection.container().live().bytes();
    }
    return bytes;
  }
}
