package dev.mayfly.mongo;

import dev.mayfly.engine.Engine;
import dev.mayfly.engine.clock.RealTime;
import dev.mayfly.mongo.command.Backend;
import dev.mayfly.mongo.command.CommandTable;
import dev.mayfly.mongo.command.catalog.CollModCommand;
import dev.mayfly.mongo.command.catalog.ConvertToCappedCommand;
import dev.mayfly.mongo.command.catalog.CreateCommand;
import dev.mayfly.mongo.command.catalog.DropCommand;
import dev.mayfly.mongo.command.catalog.DropDatabaseCommand;
import dev.mayfly.mongo.command.catalog.ListCollectionsCommand;
import dev.mayfly.mongo.command.catalog.ListDatabasesCommand;
import dev.mayfly.mongo.command.catalog.RenameCollectionCommand;
import dev.mayfly.mongo.command.cosmos.CustomActionCommand;
import dev.mayfly.mongo.command.cosmos.EnableShardingCommand;
import dev.mayfly.mongo.command.cosmos.LastRequestStatisticsCommand;
import dev.mayfly.mongo.command.cosmos.ShardCollectionCommand;
import dev.mayfly.mongo.command.crud.AggregateCommand;
import dev.mayfly.mongo.command.crud.BulkWriteCommand;
import dev.mayfly.mongo.command.crud.CountCommand;
import dev.mayfly.mongo.command.crud.DeleteCommand;
import dev.mayfly.mongo.command.crud.DistinctCommand;
import dev.mayfly.mongo.command.crud.ExplainCommand;
import dev.mayfly.mongo.command.crud.FindAndModifyCommand;
import dev.mayfly.mongo.command.crud.FindCommand;
import dev.mayfly.mongo.command.crud.GetMoreCommand;
import dev.mayfly.mongo.command.crud.InsertCommand;
import dev.mayfly.mongo.command.crud.KillCursorsCommand;
import dev.mayfly.mongo.command.crud.UpdateCommand;
import dev.mayfly.mongo.command.index.CreateIndexesCommand;
import dev.mayfly.mongo.command.index.DropIndexesCommand;
import dev.mayfly.mongo.command.index.ListIndexesCommand;
import dev.mayfly.mongo.command.stats.CollStatsCommand;
import dev.mayfly.mongo.command.stats.DataSizeCommand;
import dev.mayfly.mongo.command.stats.DbStatsCommand;
import dev.mayfly.mongo.command.stats.ValidateCommand;
import dev.mayfly.query.memory.MemoryPool;

/** The commands about documents, collections and indexes. */
final class DataCommands {
  private DataCommands() {}

  /** What they share; it forgets what it keeps for a session or a user when that ends. */
  static Backend backend(
      Engine engine, MongoOptions options, ServerState state, MemoryPool memory) {
    Backend backend = Backend.of(engine, options.documentTtl(), RealTime.SYSTEM, memory);
    state
        .users()
        .onDrop(
            name -> {
              state.sessions().endAll(id -> id.owner().equals(name.full()));
              backend.cursors().killOfUser(name.full());
            });
    state
        .sessions()
        .onEnd(
            session -> {
              backend.cursors().killOwned(session.id());
              backend.retries().end(session.id());
            });
    return backend;
  }

  static void addTo(CommandTable table, Backend backend) {
    table
        .add("insert", new InsertCommand(backend))
        .add("update", new UpdateCommand(backend))
        .add("delete", new DeleteCommand(backend))
        .add("find", new FindCommand(backend))
        .add("getMore", new GetMoreCommand(backend))
        .add("killCursors", new KillCursorsCommand(backend))
        .add("count", new CountCommand(backend))
        .add("bulkWrite", new BulkWriteCommand(backend))
        .add("getLastRequestStatistics", new LastRequestStatisticsCommand())
        .add("customAction", new CustomActionCommand(backend))
        .add("enableSharding", new EnableShardingCommand())
        .add("shardCollection", new ShardCollectionCommand(backend))
        .add("distinct", new DistinctCommand(backend))
        .add("findAndModify", new FindAndModifyCommand(backend), "findandmodify")
        .add("aggregate", new AggregateCommand(backend))
        .add("explain", new ExplainCommand(backend))
        .add("collStats", new CollStatsCommand(backend), "collstats")
        .add("dbStats", new DbStatsCommand(backend), "dbstats")
        .add("dataSize", new DataSizeCommand(backend), "datasize")
        .add("validate", new ValidateCommand(backend))
        .add("renameCollection", new RenameCollectionCommand(backend))
        .add("create", new CreateCommand(backend))
        .add("drop", new DropCommand(backend))
        .add("dropDatabase", new DropDatabaseCommand(backend))
        .add("listCollections", new ListCollectionsCommand(backend))
        .add("listDatabases", new ListDatabasesCommand(backend))
        .add("collMod", new CollModCommand(backend))
        .add("convertToCapped", new ConvertToCappedCommand(backend))
        .add("createIndexes", new CreateIndexesCommand(backend))
        .add("listIndexes", new ListIndexesCommand(backend))
        .add("dropIndexes", new DropIndexesCommand(backend), "deleteIndexes");
  }
}
