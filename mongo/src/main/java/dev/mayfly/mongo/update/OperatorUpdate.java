package dev.mayfly.mongo.update;

import static dev.mayfly.mongo.error.ErrorCodes.FAILED_TO_PARSE;
import static dev.mayfly.mongo.error.ErrorCodes.IMMUTABLE_FIELD;

import dev.mayfly.mongo.bson.BsonOrder;
import dev.mayfly.mongo.bson.BsonText;
import dev.mayfly.mongo.bson.LazyDocument;
import dev.mayfly.mongo.bson.TypeNames;
import dev.mayfly.mongo.error.MongoException;
import dev.mayfly.mongo.expression.ParseContext;
import dev.mayfly.mongo.expression.Variables;
import dev.mayfly.mongo.filter.MatchDetails;
import dev.mayfly.mongo.update.FieldLocation.Call;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** An update with operators: {@code {$set: {a: 1}, $inc: {b: 1}}}. */
final class OperatorUpdate extends Update {
  private final ArrayFilters filters;
  private final UpdateNode root = UpdateNode.root();
  private final UpdateTree tree;
  private final List<Rename> renames = new ArrayList<>();
  private boolean needsMatch;
  private String idPath;

  OperatorUpdate(BsonDocument update, List<BsonDocument> arrayFilters, ParseContext context) {
    this.filters = new ArrayFilters(arrayFilters, context);
    this.tree = new UpdateTree(root, filters);
    for (Map.Entry<String, BsonValue> operator : LazyDocument.allFields(update)) {
      add(operator.getKey(), operator.getValue(), context);
    }
    filters.checkAllUsed(update);
  }

  private void add(String name, BsonValue fields, ParseContext context) {
    UpdateOperators.Factory factory = UpdateOperators.named(name);
    if (factory == null) {
      throw new MongoException(
          FAILED_TO_PARSE,
          ("Unknown modifier: %s. Expected a valid update modifier or pipeline-style "
                  + "update specified as an array")
              .formatted(name));
    }
    if (!fields.isDocument()) {
      throw new MongoException(
          FAILED_TO_PARSE,
          ("Modifiers operate on fields but we found type %s instead. For example: "
                  + "{$mod: {<field>: ...}} not {%s}")
              .formatted(TypeNames.of(fields), BsonText.field(name, fields)));
    }
    for (Map.Entry<String, BsonValue> field : LazyDocument.allFields(fields.asDocument())) {
      UpdatePath path = UpdatePath.parse(field.getKey());
      Modifier modifier = factory.make(path.dotted(), field.getValue(), context);
      if (modifier instanceof Rename rename) {
        add(rename.source(), new RenameSource());
        add(rename.target(), rename);
        renames.add(rename);
      } else {
        add(path, modifier);
      }
    }
  }

  private void add(UpdatePath path, Modifier modifier) {
    SystemFields.check(path);
    filters.use(path);
    NestingDepth.check(path.length() + modifier.depth());
    if (path.part(0).equals(IdRules.ID) && idPath == null) {
      idPath = path.dotted();
    }
    needsMatch |= path.dotted().contains(".$.") || path.dotted().endsWith(".$");
    root.add(path, modifier);
  }

  @Override
  public boolean needsMatch() {
    return needsMatch;
  }

  @Override
  public BsonDocument apply(BsonDocument before, Variables variables, MatchDetails match) {
    return apply(before, new Call(before, variables, match, false));
  }

  private BsonDocument apply(BsonDocument before, Call call) {
    BsonDocument after = tree.apply(before, call);
    for (Rename rename : renames) {
      after = rename.removeSource(after);
    }
    BsonValue id = idPath == null || after == before ? null : before.get(IdRules.ID);
    if (id != null) {
      checkId(id, after.get(IdRules.ID));
      after.put(IdRules.ID, id);
    }
    return after;
  }

  /** An equal number of another type is accepted, but does not replace the _id. */
  private void checkId(BsonValue before, BsonValue after) {
    if (after == null || !BsonOrder.SIMPLE.equal(before, after)) {
      throw new MongoException(
          IMMUTABLE_FIELD,
          "Performing an update on the path '%s' would modify the immutable field '_id'"
              .formatted(idPath));
    }
  }

  @Override
  public BsonDocument insert(BsonDocument query, Variables variables) {
    BsonDocument before = UpsertQuery.document(query);
    BsonDocument after = apply(before, new Call(before, variables, null, true));
    SystemFields.check(after);
    if (after.containsKey(IdRules.ID)) {
      IdRules.check(after.get(IdRules.ID));
    }
    return IdRules.withFirst(after.get(IdRules.ID), after);
  }
}
