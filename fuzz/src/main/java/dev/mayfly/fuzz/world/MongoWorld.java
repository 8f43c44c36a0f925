package dev.mayfly.fuzz.world;

import dev.mayfly.engine.Engine;
import dev.mayfly.engine.EngineOptions;
import dev.mayfly.engine.catalog.Database;
import dev.mayfly.engine.clock.MovableClock;
import dev.mayfly.mongo.MongoOptions;
import dev.mayfly.mongo.MongoServer;
import dev.mayfly.mongo.filter.FilterItemFilters;
import dev.mayfly.testkit.storage.MemoryStorage;
import java.io.IOException;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonString;

/**
 * The MongoDB front end over storage in memory, with the same documents in a collection with
 * indexes and in one without. It can be put back to where it began.
 */
public final class MongoWorld {
  /** The database that everything is in. */
  public static final String DATABASE = "fuzz";

  /** The collection with indexes. */
  public static final String INDEXED = "items";

  /** The collection with the same documents and no index. */
  public static final String PLAIN = "plain";

  private static final long SECOND = 1_800_000_000L;
  private static final int CLEAN_RESETS_MAX = 2000;

  private static final List<String> DOCUMENTS =
      List.of(
          "{_id:1,a:1,b:'x',tags:['r','g'],d:{e:1,f:[1,2]},when:{$date:'2024-01-01T00:00:00Z'}}",
          "{_id:2,a:2.5,b:'y',tags:[],d:{e:2},when:{$date:'2024-02-29T12:00:00Z'},n:null}",
          "{_id:3,a:'t',b:'X',tags:['g',1,null],d:[{e:1},{e:2}],loc:[1,2]}",
          "{_id:4,a:{$numberLong:'9007199254740993'},b:null,c:[[1,2],[3]],d:{e:{g:{h:1}}}}",
          "{_id:5,a:{$numberDecimal:'1.10'},b:'',tags:'r',d:7,when:null}",
          "{_id:6,a:[1,2,3],b:true,c:{$binary:{base64:'AQID',subType:'00'}},tags:[['r']]}",
          "{_id:'s',a:{$oid:'0102030405060708090a0b0c'},b:/r/i,c:-1,n:0}",
          "{_id:{k:1},a:{$numberDouble:'NaN'},b:'é\\uD83D\\uDE00',c:{$timestamp:{t:1,i:2}},n:2}");

  private Engine engine;
  private MongoServer server;
  private WireConnection connection;
  private int resets;

  public MongoWorld() {
    build();
  }

  private void build() {
    LoggedFailures.forget();
    engine =
        Engine.open(
            new MemoryStorage(),
            MovableClock.frozenAt(SECOND),
            EngineOptions.DEFAULT.withFilters(new FilterItemFilters()));
    try {
      server = MongoServer.start(engine, MongoOptions.defaults());
      connection = connect();
    } catch (IOException e) {
      throw new IllegalStateException("the server does not start", e);
    }
    resets = 0;
    fill();
  }

  private void fill() {
    run(
        "{createIndexes:'items',indexes:[{key:{a:1},name:'a'},{key:{tags:1,b:-1},name:'tb'},"
            + "{key:{'d.e':1},name:'de',sparse:true},"
            + "{key:{c:1},name:'c',partialFilterExpression:{c:{$exists:true}}}]}");
    run("{create:'view',viewOn:'items',pipeline:[{$match:{a:{$gt:0}}}]}");
    insert(INDEXED, DOCUMENTS);
    insert(PLAIN, DOCUMENTS);
    insert("other", List.of("{_id:1,x:1,y:2}", "{_id:2,x:2,y:1}", "{_id:3,x:'x',y:[1,2]}"));
  }

  private void insert(String collection, List<String> documents) {
    BsonArray array = new BsonArray();
    documents.forEach(each -> array.add(BsonDocument.parse(each)));
    require(
        new BsonDocument("insert", new BsonString(collection))
            .append("documents", array)
            .append("$db", new BsonString(DATABASE)));
  }

  private void run(String command) {
    require(BsonDocument.parse(command).append("$db", new BsonString(DATABASE)));
  }

  private void require(BsonDocument command) {
    BsonDocument reply = ask(command);
    if (reply == null || reply.getNumber("ok").intValue() != 1) {
      throw new IllegalStateException(command + " was answered with " + reply);
    }
  }

  /** Puts back what inputs may have changed. */
  public void reset() {
    resets++;
    try {
      if (resets < CLEAN_RESETS_MAX) {
        for (Database database : engine.databases()) {
          engine.deleteDatabase(database.name());
        }
        connection.close();
        connection = connect();
        fill();
        return;
      }
    } catch (IllegalStateException | IOException e) {
      // Users or parameters were changed: only a new server is as before.
    }
    rebuild();
  }

  /** Begins with a new store and a new server. */
  public void rebuild() {
    connection.close();
    server.close();
    engine.close();
    build();
  }

  /** A new connection to the port. */
  public WireConnection connect() throws IOException {
    return new WireConnection(server.port());
  }

  /** Runs a command on the connection that all inputs share. */
  public BsonDocument ask(BsonDocument command) {
    try {
      return connection.ask(command);
    } catch (IOException e) {
      throw new AssertionError("the server did not answer " + command, e);
    }
  }
}
