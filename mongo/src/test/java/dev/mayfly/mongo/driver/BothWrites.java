package dev.mayfly.mongo.driver;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.FindOneAndDeleteOptions;
import com.mongodb.client.model.FindOneAndReplaceOptions;
import com.mongodb.client.model.FindOneAndUpdateOptions;
import com.mongodb.client.model.ReplaceOptions;
import com.mongodb.client.model.ReturnDocument;
import com.mongodb.client.model.UpdateOptions;
import com.mongodb.client.result.UpdateResult;
import dev.mayfly.mongo.random.NaiveUpdate;
import dev.mayfly.mongo.random.NaiveUpdate.Refused;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonValue;

/** The writes of {@link BothSides}: what one side refuses, the other refuses too. */
final class BothWrites extends BothSides {
  private static final int DUPLICATE = 11000;
  private static final int PARALLEL_ARRAYS = 171;
  private static final int CONFLICT = 40;

  BothWrites(MongoDatabase database, String name, List<String> history) {
    super(database, name, history);
  }

  /** Inserts until one is refused. */
  void insert(List<BsonDocument> documents) {
    note("insert", json(documents));
    List<Integer> expected = List.of(0);
    for (BsonDocument each : documents) {
      expected = expected(each, naive.get(id(each)) != null);
      if (!expected.contains(0)) {
        break;
      }
      naive.put(each, now());
    }
    assertThat(code(() -> real.insertMany(documents))).as(this::history).isIn(expected);
  }

  /** What the indexes say to a document: 0 if they take it. */
  private List<Integer> expected(BsonDocument document, boolean taken) {
    List<Integer> codes = new ArrayList<>();
    if (taken || naive.clashes(document)) {
      codes.add(DUPLICATE);
    }
    if (naive.isParallel(document)) {
      codes.add(PARALLEL_ARRAYS);
    }
    return codes.isEmpty() ? List.of(0) : codes;
  }

  void deleteMany(BsonDocument filter) {
    note("deleteMany", filter);
    List<BsonDocument> gone = naive.matching(filter);
    gone.forEach(naive::remove);
    assertThat(real.deleteMany(filter).getDeletedCount()).as(this::history).isEqualTo(gone.size());
  }

  /** Deletes at most one; the filter matches no more. */
  void deleteOne(BsonDocument filter) {
    note("deleteOne", filter);
    List<BsonDocument> gone = naive.matching(filter);
    gone.forEach(naive::remove);
    assertThat(real.deleteOne(filter).getDeletedCount()).as(this::history).isEqualTo(gone.size());
  }

  static boolean isReplacement(BsonDocument update) {
    return update.isEmpty() || !update.getFirstKey().startsWith("$");
  }

  /** What an update makes; null if it is refused. */
  private static BsonDocument after(BsonDocument update, BsonDocument before) {
    if (isReplacement(update)) {
      BsonDocument after = new BsonDocument("_id", before.get("_id"));
      update.forEach(after::putIfAbsent);
      boolean keepsId = update.getOrDefault("_id", before.get("_id")).equals(before.get("_id"));
      return keepsId ? after : null;
    }
    try {
      return NaiveUpdate.apply(update, before);
    } catch (Refused e) {
      return null;
    }
  }

  /** Whether an update is refused whatever it is for. */
  private static boolean isMalformed(BsonDocument update) {
    try {
      return !isReplacement(update)
          && NaiveUpdate.apply(update, new BsonDocument("_id", new BsonInt32(0))) == null;
    } catch (Refused e) {
      return e.code() == CONFLICT;
    }
  }

  /** What an upsert with a filter of plain values makes; null if it is refused. */
  private static BsonDocument upserted(BsonDocument filter, BsonDocument update) {
    BsonDocument base = new BsonDocument("_id", filter.get("_id"));
    if (isReplacement(update)) {
      return after(update, base);
    }
    if (isMalformed(update)) {
      return null;
    }
    base.putAll(new TreeMap<>(filter));
    BsonDocument sets = new BsonDocument();
    BsonDocument all = new BsonDocument("$set", sets);
    for (Map.Entry<String, BsonValue> each : update.entrySet()) {
      boolean isSet = each.getKey().equals("$set") || each.getKey().equals("$setOnInsert");
      if (isSet) {
        sets.putAll(each.getValue().asDocument());
      } else {
        all.put(each.getKey(), each.getValue());
      }
    }
    return after(all, base);
  }

  /** Updates or replaces at most one; the filter matches no more. */
  void updateOne(BsonDocument filter, BsonDocument update, boolean upsert) {
    note("updateOne", filter, update, upsert);
    List<BsonDocument> matched = naive.matching(filter);
    BsonDocument before = matched.isEmpty() ? null : matched.get(0);
    AtomicReference<UpdateResult> result = new AtomicReference<>();
    int code = code(() -> result.set(one(filter, update, upsert)));
    BsonDocument made = expect(code, before, filter, update, upsert);
    if (made != null) {
      // Texts do not distinguish 0 and the long 0, and documents ignore the order of fields.
      boolean always = isReplacement(update) && !update.containsKey("_id");
      boolean modified =
          before != null && (always || !(before.equals(made) && text(before).equals(text(made))));
      assertThat(result.get().getModifiedCount()).as(this::history).isEqualTo(modified ? 1 : 0);
      assertThat(result.get().getMatchedCount()).as(this::history).isEqualTo(matched.size());
      boolean inserted = matched.isEmpty() && upsert;
      assertThat(result.get().getUpsertedId() != null).as(this::history).isEqualTo(inserted);
    }
  }

  private UpdateResult one(BsonDocument filter, BsonDocument update, boolean upsert) {
    return isReplacement(update)
        ? real.replaceOne(filter, update, new ReplaceOptions().upsert(upsert))
        : real.updateOne(filter, update, new UpdateOptions().upsert(upsert));
  }

  /** Writes what the update of one document, or an upsert, makes; null if nothing is written. */
  private BsonDocument expect(
      int code, BsonDocument before, BsonDocument filter, BsonDocument update, boolean upsert) {
    if (before == null && !upsert) {
      assertThat(code != 0).as(this::history).isEqualTo(isMalformed(update));
      return null;
    }
    BsonDocument after = before == null ? upserted(filter, update) : after(update, before);
    boolean taken = after != null && before == null && naive.get(id(after)) != null;
    if (after == null) {
      assertThat(code).as(this::history).isNotIn(0, DUPLICATE, PARALLEL_ARRAYS);
      return null;
    }
    assertThat(code).as(this::history).isIn(expected(after, taken));
    if (code == 0) {
      naive.put(after, now());
    }
    return code == 0 ? after : null;
  }

  private static int id(BsonDocument document) {
    return NaiveCollection.id(document);
  }

  /** Finds one by an order without ties, and updates or replaces it. */
  void findAndUpdate(
      BsonDocument filter, BsonDocument sort, BsonDocument update, boolean upsert, boolean after) {
    note("findAndUpdate", filter, sort, update, upsert, after);
    List<BsonDocument> matched = sorted(naive.matching(filter), sort);
    BsonDocument before = matched.isEmpty() ? null : matched.get(0);
    AtomicReference<BsonDocument> found = new AtomicReference<>();
    ReturnDocument wanted = after ? ReturnDocument.AFTER : ReturnDocument.BEFORE;
    int code = code(() -> found.set(findAndUpdate(filter, sort, update, upsert, wanted)));
    BsonDocument made = expect(code, before, filter, update, upsert);
    if (code == 0) {
      assertThat(text(found.get())).as(this::history).isEqualTo(text(after ? made : before));
    }
  }

  private BsonDocument findAndUpdate(
      BsonDocument filter,
      BsonDocument sort,
      BsonDocument update,
      boolean upsert,
      ReturnDocument wanted) {
    if (isReplacement(update)) {
      return real.findOneAndReplace(
          filter,
          update,
          new FindOneAndReplaceOptions().sort(sort).upsert(upsert).returnDocument(wanted));
    }
    return real.findOneAndUpdate(
        filter,
        update,
        new FindOneAndUpdateOptions().sort(sort).upsert(upsert).returnDocument(wanted));
  }

  private static String text(BsonDocument document) {
    return document == null ? null : document.toJson();
  }

  void findAndDelete(BsonDocument filter, BsonDocument sort) {
    note("findAndDelete", filter, sort);
    List<BsonDocument> matched = sorted(naive.matching(filter), sort);
    BsonDocument expected = matched.isEmpty() ? null : matched.get(0);
    BsonDocument found = real.findOneAndDelete(filter, new FindOneAndDeleteOptions().sort(sort));
    assertThat(text(found)).as(this::history).isEqualTo(text(expected));
    if (expected != null) {
      naive.remove(expected);
    }
  }

  /** Updates all that match; if it is refused for some, others may be done. */
  void updateMany(BsonDocument filter, BsonDocument update) {
    note("updateMany", filter, update);
    List<BsonDocument> matched = naive.matching(filter);
    List<BsonDocument> made = new ArrayList<>();
    matched.forEach(each -> made.add(after(update, each)));
    AtomicReference<UpdateResult> result = new AtomicReference<>();
    int code = code(() -> result.set(real.updateMany(filter, update)));
    boolean refused = made.contains(null) || matched.isEmpty() && isMalformed(update);
    if (code == 0) {
      assertThat(refused).as(this::history).isFalse();
      made.forEach(each -> naive.put(each, now()));
      assertThat(result.get().getMatchedCount()).as(this::history).isEqualTo(matched.size());
      assertThat(naive.all()).as(this::history).noneMatch(naive::clashes);
      assertThat(naive.all()).as(this::history).noneMatch(naive::isParallel);
      return;
    }
    boolean stopped =
        refused
            || code == DUPLICATE && mayClash(made)
            || code == PARALLEL_ARRAYS && made.stream().anyMatch(naive::isParallel);
    assertThat(stopped).as(this::history).isTrue();
    adopt(matched, made);
  }

  /** Whether some order of the updates meets a value that is taken. */
  private boolean mayClash(List<BsonDocument> made) {
    List<BsonDocument> all = new ArrayList<>(naive.all());
    all.addAll(made);
    return made.stream()
        .anyMatch(
            one -> all.stream().anyMatch(each -> id(each) != id(one) && naive.clash(one, each)));
  }

  /** Takes over what a refused update of many did, and writes all documents once more. */
  private void adopt(List<BsonDocument> matched, List<BsonDocument> made) {
    for (int i = 0; i < matched.size(); i++) {
      BsonDocument found = real.find(new BsonDocument("_id", matched.get(i).get("_id"))).first();
      List<String> allowed = new ArrayList<>(List.of(matched.get(i).toJson()));
      allowed.add(text(made.get(i)));
      if (found != null) {
        assertThat(allowed).as(this::history).contains(found.toJson());
        naive.put(found, now());
      } else {
        assertThat(made.get(i)).as(this::history).isNotNull();
        naive.put(made.get(i), now());
        assertThat(naive.get(id(made.get(i)))).as(this::history).isNull();
      }
    }
    touch();
  }

  /** Restarts the time of all documents, and changes nothing. */
  void touch() {
    note("touch");
    real.updateMany(new BsonDocument(), BsonDocument.parse("{$unset: {none: 1}}"));
    naive.all().forEach(each -> naive.put(each, now()));
  }
}
