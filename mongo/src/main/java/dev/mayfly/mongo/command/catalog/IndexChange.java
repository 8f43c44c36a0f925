package dev.mayfly.mongo.command.catalog;

import dev.mayfly.mongo.bson.BsonCopies;
import dev.mayfly.mongo.bson.BsonText;
import dev.mayfly.mongo.bson.Numbers;
import dev.mayfly.mongo.bson.TypeNames;
import dev.mayfly.mongo.collection.CollectionSpec;
import dev.mayfly.mongo.command.CommandArguments;
import dev.mayfly.mongo.command.QueryOptions;
import dev.mayfly.mongo.error.ErrorCodes;
import dev.mayfly.mongo.error.MongoException;
import dev.mayfly.mongo.index.IndexSpec;
import dev.mayfly.mongo.namespace.Namespace;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonValue;

/** The {@code index} option of collMod: expireAfterSeconds, hidden, unique. */
final class IndexChange {
  private static final Set<String> FIELDS =
      Set.of("name", "keyPattern", "expireAfterSeconds", "hidden", "unique", "prepareUnique");

  private IndexChange() {}

  static CollectionSpec of(
      BsonDocument sent, CollectionSpec spec, Namespace namespace, BsonDocument reply) {
    CommandArguments arguments = CommandArguments.of("collMod.index", sent, FIELDS);
    checkAsked(arguments);
    IndexSpec found = find(arguments, spec, namespace);
    BsonDocument changed = BsonCopies.of(found.document());
    if (arguments.has("expireAfterSeconds")) {
      expire(arguments, found, changed, reply);
    }
    for (String flag : List.of("hidden", "prepareUnique", "unique")) {
      if (arguments.has(flag)) {
        flag(flag, arguments, found, changed, reply);
      }
    }
    List<IndexSpec> indexes = new ArrayList<>(spec.indexes());
    IndexSpec next = new IndexSpec(changed);
    if (next.isDefaultTtl()
        && indexes.stream().anyMatch(each -> each.isDefaultTtl() && !each.equals(found))) {
      throw invalid("A collection has one default TTL, and so one TTL index on '_ts'");
    }
    int place = indexes.indexOf(found);
    if (place >= 0) {
      indexes.set(place, next);
    }
    return spec.withIndexes(indexes);
  }

  private static void checkAsked(CommandArguments arguments) {
    if (arguments.has("name") && arguments.has("keyPattern")) {
      throw invalid("Cannot specify both key pattern and name.");
    }
    if (!arguments.has("name") && !arguments.has("keyPattern")) {
      throw invalid("Must specify either index name or key pattern.");
    }
    boolean nothing =
        !arguments.has("expireAfterSeconds")
            && !arguments.has("hidden")
            && !arguments.has("unique")
            && !arguments.has("prepareUnique");
    if (nothing) {
      throw invalid("no expireAfterSeconds, hidden, unique, or prepareUnique field");
    }
    boolean others =
        arguments.has("expireAfterSeconds") || arguments.has("hidden") || arguments.has("unique");
    if (others && arguments.has("prepareUnique")) {
      throw invalid("prepareUnique cannot be combined with any other modification.");
    }
  }

  private static IndexSpec find(
      CommandArguments arguments, CollectionSpec spec, Namespace namespace) {
    List<IndexSpec> found = new ArrayList<>();
    String name = arguments.text("name");
    BsonDocument key = arguments.document("keyPattern");
    for (IndexSpec index : spec.allIndexes()) {
      if (name != null ? index.name().equals(name) : QueryOptions.isSameKey(key, index.key())) {
        found.add(index);
      }
    }
    if (found.isEmpty()) {
      throw new MongoException(
          ErrorCodes.INDEX_NOT_FOUND,
          "cannot find index " + (name != null ? name : BsonText.of(key)) + " for ns " + namespace);
    }
    if (found.size() > 1) {
      throw new MongoException(
          ErrorCodes.AMBIGUOUS_INDEX_KEY_PATTERN,
          ("index keyPattern %s matches %s indexes, must use index name. Conflicting "
                  + "indexes: %s")
              .formatted(
                  BsonText.of(key),
                  found.size(),
                  found.stream().map(each -> BsonText.of(each.document())).toList()));
    }
    return found.get(0);
  }

  private static void expire(
      CommandArguments arguments, IndexSpec found, BsonDocument changed, BsonDocument reply) {
    BsonValue value = arguments.value("expireAfterSeconds");
    if (!Numbers.isNumber(value)) {
      throw new MongoException(
          ErrorCodes.TYPE_MISMATCH,
          "BSON field 'collMod.index.expireAfterSeconds' is the wrong type '"
              + TypeNames.of(value)
              + "', expected types '[long, int, decimal, double, safeInt64]'");
    }
    if (found.key().containsKey("_id")) {
      throw invalid("the _id field does not support TTL indexes");
    }
    if (found.key().size() > 1) {
      throw invalid("TTL indexes are single-field indexes, compound indexes do not support TTL");
    }
    if (Numbers.isNaN(value)) {
      throw invalid("TTL index 'expireAfterSeconds' option must not be NaN");
    }
    long seconds = arguments.number("expireAfterSeconds", 0);
    boolean valid = found.isOnTs() ? seconds == -1 || seconds > 0 : seconds >= 0;
    if (!valid || seconds > Integer.MAX_VALUE) {
      throw invalid(
          found.isOnTs()
              ? "TTL index 'expireAfterSeconds' option on '_ts' must be -1 or from 1 to "
                  + Integer.MAX_VALUE
              : seconds < 0
                  ? "TTL index 'expireAfterSeconds' option cannot be less than 0"
                  : "TTL index 'expireAfterSeconds' option must be within the range of a 32-bit"
                      + " integer");
    }
    if (found.isOnTs() && found.unfitForDefault() != null) {
      throw invalid(found.unfitForDefault());
    }
    Integer before = found.expireAfterSeconds();
    if (before != null) {
      reply.append("expireAfterSeconds_old", new BsonInt64(before));
    }
    reply.append("expireAfterSeconds_new", new BsonInt64(seconds));
    changed.put("expireAfterSeconds", new BsonInt32((int) seconds));
  }

  private static void flag(
      String name,
      CommandArguments arguments,
      IndexSpec found,
      BsonDocument changed,
      BsonDocument reply) {
    boolean next = arguments.flag(name, false);
    boolean before = found.document().containsKey(name);
    if (found.name().equals("_id_") && name.equals("hidden")) {
      throw new MongoException(ErrorCodes.BAD_VALUE, "can't hide _id index");
    }
    if (found.isOnTs() && next && !name.equals("hidden")) {
      throw invalid("An index on '_ts' can't be unique: the server sets it, and many are the same");
    }
    if (name.equals("unique") && !next) {
      throw new MongoException(
          ErrorCodes.BAD_VALUE, "collMod does not support converting an index to non-unique");
    }
    if (next == before || found.isUnique() && name.equals("prepareUnique")) {
      return;
    }
    if (name.equals("unique") && !found.document().containsKey("prepareUnique")) {
      throw invalid(
          "Cannot make index unique with 'prepareUnique=false'. Run collMod to set it first.");
    }
    if (!name.equals("unique")) {
      reply.append(name + "_old", BsonBoolean.valueOf(before));
    }
    reply.append(name + "_new", BsonBoolean.valueOf(next));
    if (next) {
      changed.put(name, BsonBoolean.TRUE);
    } else {
      changed.remove(name);
    }
    if (name.equals("unique")) {
      changed.remove("prepareUnique");
    }
  }

  private static MongoException invalid(String text) {
    return new MongoException(ErrorCodes.INVALID_OPTIONS, text);
  }
}
