package dev.mayfly.mongo.command.catalog;

import dev.mayfly.mongo.call.CommandCall;
import dev.mayfly.mongo.collection.Collection;
import dev.mayfly.mongo.command.Backend;
import dev.mayfly.mongo.command.Command;
import dev.mayfly.mongo.command.CommandArguments;
import dev.mayfly.mongo.command.ListCursors;
import dev.mayfly.mongo.expression.Expressions;
import dev.mayfly.mongo.expression.Variables;
import dev.mayfly.mongo.filter.Filter;
import dev.mayfly.mongo.filter.FilterParser;
import dev.mayfly.mongo.namespace.Names;
import dev.mayfly.mongo.namespace.Namespace;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonString;

public record ListCollectionsCommand(Backend backend) implements Command {
  private static final Set<String> FIELDS =
      Set.of("filter", "nameOnly", "authorizedCollections", "cursor");

  @Override
  public BsonDocument run(CommandCall call) {
    CommandArguments arguments = CommandArguments.of(call, FIELDS);
    Names.checkDatabase(call.database());
    Filter filter = FilterParser.parse(arguments.documentOrEmpty("filter"), Expressions.PLAIN);
    boolean nameOnly = arguments.flag("nameOnly", false);
    Variables variables = backend.variables();
    List<BsonDocument> shown = new ArrayList<>();
    for (Collection collection : backend.collections().list(call.database())) {
      BsonDocument whole = shown(collection);
      if (filter.matches(whole, variables, null)) {
        shown.add(nameOnly ? name(whole) : whole);
      }
    }
    Namespace namespace = new Namespace(call.database(), "$cmd.listCollections");
    return ListCursors.reply(backend, call, namespace, arguments, shown);
  }

  private static BsonDocument name(BsonDocument whole) {
    return new BsonDocument("name", whole.get("name")).append("type", whole.get("type"));
  }

  private static BsonDocument shown(Collection collection) {
    boolean view = collection.view() != null;
    boolean series = collection.timeSeries() != null;
    BsonDocument info = new BsonDocument("readOnly", BsonBoolean.valueOf(view));
    if (!view && !series) {
      info.append("uuid", collection.spec().uuid());
    }
    BsonDocument shown =
        new BsonDocument("name", new BsonString(collection.namespace().collection()))
            .append("type", new BsonString(view ? "view" : series ? "timeseries" : "collection"))
            .append("options", collection.spec().shownOptions())
            .append("info", info);
    if (!view && !series) {
      shown.append("idIndex", collection.spec().idIndex().document());
    }
    return shown;
  }
}
