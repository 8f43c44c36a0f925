package dev.mayfly.mongo;

import dev.mayfly.engine.Engine;
import dev.mayfly.engine.clock.RealTime;
import dev.mayfly.mongo.command.Backend;
import dev.mayfly.mongo.command.CommandTable;
import dev.mayfly.mongo.command.catalog.AfterTransactions;
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
import dev.mayfly.mongo.command.handshake.SetIdentity;
import dev.mayfly.mongo.command.index.BuildOperations;
import dev.mayfly.mongo.command.index.CreateIndexesCommand;
import dev.mayfly.mongo.command.index.DropIndexesCommand;
import dev.mayfly.mongo.command.index.ListIndexesCommand;
import dev.mayfly.mongo.command.index.SearchIndexCommands;
import dev.mayfly.mongo.command.stats.CollStatsCommand;
import dev.mayfly.mongo.command.stats.DataSizeCommand;
import dev.mayfly.mongo.command.stats.DbStatsCommand;
import dev.mayfly.mongo.command.stats.ValidateCommand;
import dev.mayfly.mongo.transaction.SnapshotReads;
import dev.mayfly.mongo.transaction.Transactions;
import dev.mayfly.query.memory.MemoryPool;
import dev.mayfly.vector.VectorIndexes;
import java.util.Map;

/** Registers the commands on documents, collections and indexes. */
final class DataCommands {
  private DataCommands() {}

  /**
   * The state that these commands share. When a session ends or a user is dropped, its cursors and
   * retry records are discarded.
   */
  static Backend backend(
      Engine engine,
      MongoOptions options,
      ServerState state,
      MemoryPool memory,
      VectorIndexes vectors) {
    Backend backend =
        Backend.of(
            engine,
            options.documentTtl(),
            RealTime.SYSTEM,
            memory,
            state.sessions(),
            state.failPoints(),
            vectors);
    state
        .users()
        .onDrop(
            name -> {
              state.sessions().endAll(id -> id.owner().equals(name.full()));
              backend.cursors().killByUser(name.full());
            });
    state
        .sessions()
        .onEnd(
            session -> {
              backend.cursors().killBySession(session.id());
              backend.retries().end(session.id());
            });
    state.clients().describeBuildsBy(() -> BuildOperations.list(backend.collections()));
    return backend;
  }

  /** The transactions on those data; one ends with its session. */
  static Transactions transactions(Backend backend, ServerState state, MemoryPool memory) {
    Transactions transactions =
        new Transactions(
            backend,
            memory,
            RealTime.SYSTEM,
            Map.ofEntries(
                Map.entry("insert", InsertCommand::new),
                Map.entry("update", UpdateCommand::new),
                Map.entry("delete", DeleteCommand::new),
                Map.entry("find", FindCommand::new),
                Map.entry("bulkWrite", BulkWriteCommand::new),
                Map.entry("distinct", DistinctCommand::new),
                Map.entry("findAndModify", FindAndModifyCommand::new),
                Map.entry("findandmodify", FindAndModifyCommand::new),
                Map.entry("aggregate", AggregateCommand::new),
                Map.entry("create", CreateCommand::new),
                Map.entry("createIndexes", CreateIndexesCommand::new)));
    state.sessions().onEnd(session -> transactions.end(session.id()));
    state.clients().describeTransactionsBy(transactions::idle);
    return transactions;
  }

  /** Reads of those data as of one moment. */
  static SnapshotReads snapshots(Backend backend) {
    return new SnapshotReads(
        backend,
        RealTime.SYSTEM,
        Map.of(
            "find", FindCommand::new,
            "aggregate", AggregateCommand::new,
            "distinct", DistinctCommand::new));
  }

  static void addTo(CommandTable table, Backend backend, SetIdentity identity) {
    table
        .add("insert", new InsertCommand(backend))
        .add("update", new UpdateCommand(backend))
        .add("delete", new DeleteCommand(backend))
        .add("find", new FindCommand(backend, client -> !identity.isShownTo(client)))
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
        .add(
            "renameCollection",
            new AfterTransactions(backend, new RenameCollectionCommand(backend)))
        .add("create", new CreateCommand(backend))
        .add("drop", new AfterTransactions(backend, new DropCommand(backend)))
        .add("dropDatabase", new AfterTransactions(backend, new DropDatabaseCommand(backend)))
        .add("listCollections", new ListCollectionsCommand(backend))
        .add("listDatabases", new ListDatabasesCommand(backend))
        .add("collMod", new AfterTransactions(backend, new CollModCommand(backend)))
        .add("convertToCapped", new AfterTransactions(backend, new ConvertToCappedCommand(backend)))
        .add("createIndexes", new AfterTransactions(backend, new CreateIndexesCommand(backend)))
        .add("listIndexes", new ListIndexesCommand(backend))
        .add(
            "dropIndexes",
            new AfterTransactions(backend, new DropIndexesCommand(backend)),
            "deleteIndexes");
    SearchIndexCommands searchIndexes = new SearchIndexCommands(backend);
    table
        .add("createSearchIndexes", new AfterTransactions(backend, searchIndexes::create))
        .add("updateSearchIndex", new AfterTransactions(backend, searchIndexes::update))
        .add("dropSearchIndex", new AfterTransactions(backend, searchIndexes::drop))
        .add("listSearchIndexes", searchIndexes::list);
  }
}
