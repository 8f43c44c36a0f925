package dev.mayfly.mongo.driver;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.ClientSession;
import com.mongodb.client.MongoChangeStreamCursor;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.CreateCollectionOptions;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.IndexOptions;
import com.mongodb.client.model.InsertManyOptions;
import com.mongodb.client.model.TimeSeriesGranularity;
import com.mongodb.client.model.TimeSeriesOptions;
import com.mongodb.client.model.Updates;
import dev.mayfly.testkit.Rule;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.bson.BsonDocument;
import org.bson.Document;
import org.bson.RawBsonDocument;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Time-series collections, as applications see them. */
class TimeSeriesDriverTest extends ChangeStreamTest {
  private final MongoCollection<Document> weather = database.getCollection("weather");

  @BeforeEach
  void create() {
    database.createCollection(
        "weather",
        new CreateCollectionOptions()
            .timeSeriesOptions(
                new TimeSeriesOptions("t")
                    .metaField("m")
                    .granularity(TimeSeriesGranularity.MINUTES))
            .expireAfter(100, TimeUnit.SECONDS));
  }

  private static Date at(long seconds) {
    return new Date((clock().epochSecond() + seconds) * 1000);
  }

  private static Document measured(int id, long seconds, String place, int value) {
    return new Document("_id", id)
        .append("t", at(seconds))
        .append("m", new Document("place", place))
        .append("v", value);
  }

  private List<Object> weatherIds() {
    List<Object> ids = new ArrayList<>();
    weather.find().sort(new Document("_id", 1)).forEach(each -> ids.add(each.get("_id")));
    return ids;
  }

  private BsonDocument listed() {
    return database
        .listCollections(BsonDocument.class)
        .filter(Filters.eq("name", "weather"))
        .first();
  }

  @Test
  void theCollectionIsListedAsWhatItIs() {
    assertThat(listed())
        .isEqualTo(
            bson(
                "{name: 'weather', type: 'timeseries', options: {expireAfterSeconds:"
                    + " {$numberLong: '100'}, timeseries: {timeField: 't', metaField: 'm',"
                    + " granularity: 'minutes', bucketMaxSpanSeconds: 86400}},"
                    + " info: {readOnly: false}}"));
    assertThat(weather.listIndexes(BsonDocument.class))
        .containsExactly(bson("{v: 2, key: {m: 1, t: 1}, name: 'm_1_t_1'}"));
    run(
        "{'create': 'weather', 'timeseries': {'timeField': 't', 'metaField': 'm',"
            + " 'granularity': 'minutes'}, 'expireAfterSeconds': 100}");
    refused(48, () -> run("{'create': 'weather', 'timeseries': {'timeField': 'u'}}"));
    database.createCollection(
        "plain", new CreateCollectionOptions().timeSeriesOptions(new TimeSeriesOptions("t")));
    assertThat(database.getCollection("plain").listIndexes()).isEmpty();
  }

  @Test
  @Rule("D5")
  void measurementsExpireSoLongAfterTheirTime() {
    weather.insertMany(
        List.of(
            measured(1, -100, "a", 1),
            measured(2, -99, "a", 2),
            measured(3, 0, "b", 3),
            measured(4, 500, "b", 4)));
    assertThat(weatherIds()).containsExactly(2, 3, 4);
    clock().advance(1);
    assertThat(weatherIds()).containsExactly(3, 4);
    assertThat(weather.countDocuments()).isEqualTo(2);
    clock().advance(99);
    assertThat(weatherIds()).containsExactly(4);

    run("{'collMod': 'weather', 'expireAfterSeconds': 1000}");
    clock().advance(399);
    assertThat(weatherIds()).containsExactly(4);
    run("{'collMod': 'weather', 'expireAfterSeconds': 10}");
    assertThat(weatherIds()).containsExactly(4);
    clock().advance(11);
    assertThat(weatherIds()).isEmpty();
    run("{'collMod': 'weather', 'expireAfterSeconds': 'off'}");
    assertThat(weatherIds()).as("dead stays dead").isEmpty();
    weather.insertOne(measured(9, -100_000, "c", 1));
    assertThat(weatherIds()).containsExactly(9);
    assertThat(listed().getDocument("options").containsKey("expireAfterSeconds")).isFalse();
  }

  @Test
  void measurementsAreReadAndAggregated() {
    weather.insertMany(
        List.of(measured(1, 0, "a", 1), measured(2, 60, "a", 3), measured(3, 120, "b", 5)));
    assertThat(weather.find(Filters.gte("t", at(60)))).hasSize(2);
    assertThat(weather.find(Filters.eq("m.place", "a"))).hasSize(2);
    assertThat(
            weather.aggregate(
                List.of(
                    Document.parse("{$group: {_id: '$m.place', mean: {$avg: '$v'}}}"),
                    Document.parse("{$sort: {_id: 1}}"))))
        .containsExactly(
            new Document("_id", "a").append("mean", 2.0),
            new Document("_id", "b").append("mean", 5.0));
    assertThat(weather.distinct("m.place", String.class)).containsExactly("a", "b");
    assertThat(weather.estimatedDocumentCount()).isEqualTo(3);
  }

  @ParameterizedTest
  @ValueSource(strings = {"{'v': 1}", "{'t': 1}", "{'t': null}", "{'t': '2020-01-01'}"})
  void aMeasurementHasATime(String document) {
    refused(2, () -> weather.insertOne(json(document)))
        .hasMessageContaining("'t' must be present and contain a valid BSON UTC datetime value");
    refused(
        2,
        () ->
            run("{'insert': 'weather', 'documents': ["
                    + document
                    + "],"
                    + " 'bypassDocumentValidation': true}")
                .getList("writeErrors", Document.class)
                .forEach(
                    each -> {
                      throw new com.mongodb.MongoException(each.getInteger("code"), "refused");
                    }));
    assertThat(weather.countDocuments()).isZero();
  }

  @Test
  void validMeasurementsOfABatchAreInserted() {
    refused(
        2,
        () -> {
          try {
            weather.insertMany(
                List.of(measured(1, 0, "a", 1), new Document("_id", 2), measured(3, 0, "a", 1)),
                new InsertManyOptions().ordered(false));
          } catch (com.mongodb.MongoBulkWriteException e) {
            assertThat(e.getWriteErrors()).hasSize(1);
            assertThat(e.getWriteErrors().get(0).getIndex()).isEqualTo(1);
            throw new com.mongodb.MongoException(e.getWriteErrors().get(0).getCode(), "refused");
          }
        });
    assertThat(weatherIds()).containsExactly(1, 3);
  }

  @Test
  void onlyTheFieldThatDescribesASeriesIsUpdated() {
    weather.insertMany(List.of(measured(1, 0, "a", 1), measured(2, 0, "b", 2)));
    assertThat(
            weather
                .updateMany(Filters.eq("m.place", "a"), Updates.set("m.place", "z"))
                .getModifiedCount())
        .isEqualTo(1);
    assertThat(weather.find(Filters.eq("m.place", "z"))).hasSize(1);

    refused(72, () -> weather.updateOne(Filters.eq("m.place", "z"), Updates.set("m.place", "y")));
    refused(72, () -> weather.updateMany(Filters.eq("v", 1), Updates.set("m.place", "y")));
    refused(
        72,
        () ->
            weather.updateMany(
                Filters.or(Filters.eq("m", 1), Filters.eq("v", 1)), Updates.set("m.place", "y")));
    refused(72, () -> weather.updateMany(Filters.eq("m.place", "z"), Updates.set("v", 1)));
    refused(72, () -> weather.updateMany(new Document(), Updates.rename("m", "n")));
    refused(
        72,
        () ->
            weather.updateMany(
                new Document(),
                Updates.set("m.place", "y"),
                new com.mongodb.client.model.UpdateOptions().upsert(true)));
    refused(
        72, () -> weather.updateMany(new Document(), List.of(Document.parse("{$set: {m: 1}}"))));
    refused(72, () -> weather.replaceOne(new Document(), measured(1, 0, "a", 1)));
    refused(72, () -> weather.findOneAndUpdate(new Document(), Updates.set("m", 1)));
    assertThat(weather.find(Filters.in("m.place", "z", "b"))).hasSize(2);
  }

  @Test
  void measurementsAreDeletedByAnyField() {
    weather.insertMany(
        List.of(measured(1, 0, "a", 1), measured(2, 60, "a", 3), measured(3, 120, "b", 5)));
    assertThat(weather.deleteOne(Filters.eq("v", 3)).getDeletedCount()).isEqualTo(1);
    assertThat(weather.deleteMany(Filters.eq("m.place", "a")).getDeletedCount()).isEqualTo(1);
    assertThat(weatherIds()).containsExactly(3);
    weather.drop();
    assertThat(database.listCollectionNames()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{'timeseries': {}} | 40414",
        "{'timeseries': {'timeField': 1}} | 14",
        "{'timeseries': {'timeField': 't', 'x': 1}} | 40415",
        "{'timeseries': {'timeField': 'a.b'}} | 72",
        "{'timeseries': {'timeField': 't', 'metaField': 't'}} | 72",
        "{'timeseries': {'timeField': 't', 'metaField': '_id'}} | 72",
        "{'timeseries': {'timeField': 't', 'metaField': 'a.b'}} | 72",
        "{'timeseries': {'timeField': 't', 'granularity': 'days'}} | 2",
        "{'timeseries': {'timeField': 't', 'bucketMaxSpanSeconds': 60}} | 72",
        "{'timeseries': {'timeField': 't', 'bucketMaxSpanSeconds': 0, 'bucketRoundingSeconds': 0}}"
            + " | 2",
        "{'timeseries': {'timeField': 't', 'bucketMaxSpanSeconds': 60, 'bucketRoundingSeconds': 60,"
            + " 'granularity': 'hours'}} | 72",
        "{'timeseries': {'timeField': 't'}, 'capped': true, 'size': 1000} | 72",
        "{'timeseries': {'timeField': 't'}, 'validator': {}} | 72",
        "{'timeseries': {'timeField': 't'}, 'viewOn': 'c'} | 72",
        "{'timeseries': {'timeField': 't'}, 'expireAfterSeconds': -1} | 72",
        "{'timeseries': {'timeField': 't'}, 'expireAfterSeconds': 'soon'} | 72",
        "{'timeseries': {'timeField': 't'}, 'changeStreamPreAndPostImages': {'enabled': true}}"
            + " | 72",
        "{'expireAfterSeconds': 10} | 72"
      })
  void badOptionsAreRefused(String options, int code) {
    Document create = new Document("create", "bad");
    create.putAll(json(options));
    refused(code, () -> database.runCommand(create));
    assertThat(database.listCollectionNames()).containsExactly("weather");
  }

  @Test
  void granularityOnlyGrows() {
    run("{'collMod': 'weather', 'timeseries': {'granularity': 'hours'}}");
    assertThat(listed().getDocument("options").getDocument("timeseries"))
        .isEqualTo(
            bson(
                "{timeField: 't', metaField: 'm', granularity: 'hours',"
                    + " bucketMaxSpanSeconds: 2592000}"));
    refused(72, () -> run("{'collMod': 'weather', 'timeseries': {'granularity': 'seconds'}}"));
    refused(72, () -> run("{'collMod': 'weather', 'validator': {'v': 1}}"));
    insert("{'_id': 1}");
    refused(72, () -> run("{'collMod': 'c', 'timeseries': {'granularity': 'hours'}}"));
    run(
        "{'create': 'spans', 'timeseries': {'timeField': 't', 'bucketMaxSpanSeconds': 60,"
            + " 'bucketRoundingSeconds': 60}}");
    run(
        "{'collMod': 'spans', 'timeseries': {'bucketMaxSpanSeconds': 120,"
            + " 'bucketRoundingSeconds': 120}}");
    refused(
        72,
        () ->
            run(
                "{'collMod': 'spans', 'timeseries': {'bucketMaxSpanSeconds': 60,"
                    + " 'bucketRoundingSeconds': 60}}"));
  }

  @Test
  void whatTimeSeriesDoNotHaveIsRefused() {
    weather.createIndex(new Document("v", 1));
    refused(72, () -> weather.createIndex(new Document("v", -1), new IndexOptions().unique(true)));
    refused(
        72,
        () ->
            weather.createIndex(
                new Document("u", 1), new IndexOptions().expireAfter(1L, TimeUnit.SECONDS)));
    refused(72, () -> weather.createIndex(new Document("u", 1), new IndexOptions().sparse(true)));
    refused(166, () -> open(weather.watch()));
    refused(
        166,
        () ->
            admin(
                "{'renameCollection': '"
                    + database.getName()
                    + ".weather', 'to': '"
                    + database.getName()
                    + ".w'}"));
    insert("{'_id': 1}");
    refused(72, () -> run("{'aggregate': 'c', 'pipeline': [{'$out': 'weather'}], 'cursor': {}}"));
    refused(72, () -> run("{'aggregate': 'c', 'pipeline': [{'$merge': 'weather'}], 'cursor': {}}"));
    try (ClientSession session = SERVER.client().startSession()) {
      session.startTransaction();
      refused(263, () -> weather.insertOne(session, measured(1, 0, "a", 1)));
      session.abortTransaction();
      session.startTransaction();
      assertThat(weather.find(session)).isEmpty();
      session.commitTransaction();
    }
  }

  @Test
  void changesOfMeasurementsAreNotStreamed() {
    insert("{'_id': 0}");
    try (MongoChangeStreamCursor<RawBsonDocument> cursor = open(database.watch())) {
      weather.insertOne(measured(1, 0, "a", 1));
      weather.drop();
      insert("{'_id': 1}");
      assertThat(next(cursor).getDocument("documentKey")).isEqualTo(bson("{_id: 1}"));
      none(cursor);
    }
  }
}
