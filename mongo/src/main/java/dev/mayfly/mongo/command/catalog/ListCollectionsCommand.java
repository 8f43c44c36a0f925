package dev.mayfly.mongo.command.catalog;

import static java.util.Objects.requireNonNull;

import dev.mayfly.mongo.Namespace;
import dev.mayfly.mongo.collection.Collection;
import dev.mayfly.mongo.collection.Names;
import dev.mayfly.mongo.command.Arguments;
import dev.mayfly.mongo.command.Backend;
import dev.mayfly.mongo.command.Command;
import dev.mayfly.mongo.command.CommandCall;
import dev.mayfly.mongo.expression.ParseContext;
import dev.mayfly.mongo.expression.Variables;
import dev.mayfly.mongo.filter.Filter;
import dev.mayfly.mongo.filter.FilterParser;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonString;

/** {@code listCollections}. */
public final class ListCollectionsCommand implements Command {
  private static final Set<String> FIELDS =
      Set.of("filter", "nameOnly", "authorizedCollections", "cursor");

  private final Backend backend;

  public ListCollectionsCommand(Backend backend) {
    this.backend = requireNonNull(backend, "backend");
  }

  @Override
  public BsonDocument run(CommandCall call) {
    Arguments arguments = Arguments.of(call, FIELDS);
    Names.checkDatabase(call.database());
    Filter filter = FilterParser.parse(arguments.documentOrEmpty("filter"), ParseContext.PLAIN);
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
    return Listed.reply(backend, call, namespace, arguments, shown);
  }

  private static BsonDocument name(BsonDocument whole) {
    return new BsonDocument("name", whole.get("name")).append("type", whole.get("type"));
  }

  private static BsonDocument shown(Collection collection) {
    boolean view = collection.view() != null;
    BsonDocument info = new BsonDocument("readOnly", BsonBoolean.valueOf(view));
    if (!view) {
      info.append("uuid", collection.spec().uuid());
    }
    BsonDocument shown =
        new BsonDocument("name", new BsonString(collection.namespace().collection()))
            .append("type", new BsonString(view ? "view" : "collection"))
            .append("options", collection.spec().shownOptions())
            .append("info", info);
    if (!view) {
      shown.append("idIndex", collection.spec().idIndex().document());
    }
    return shown;
  }
}
