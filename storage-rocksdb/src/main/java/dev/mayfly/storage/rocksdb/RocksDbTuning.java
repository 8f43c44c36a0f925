package dev.mayfly.storage.rocksdb;

import dev.mayfly.engine.storage.Table;
import java.util.List;
import java.util.Properties;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.BloomFilter;
import org.rocksdb.ColumnFamilyOptions;
import org.rocksdb.CompressionType;
import org.rocksdb.DBOptions;
import org.rocksdb.DataBlockIndexType;
import org.rocksdb.Env;
import org.rocksdb.HyperClockCache;
import org.rocksdb.InfoLogLevel;
import org.rocksdb.Options;
import org.rocksdb.RocksDBException;
import org.rocksdb.SstFileManager;
import org.rocksdb.TablePropertiesCollectorFactory;
import org.rocksdb.WriteBufferManager;

/**
 * RocksDB's settings, for a laptop with two cores and for a server alike.
 *
 * <p>Memory: block cache, index and filter blocks and write buffers are all charged to one cache of
 * {@code memoryBytes}, beside which there is the {@link RowCache}; the write buffers may take half
 * of it. It is a clock cache: to find a block takes no lock and no move to the front of a list,
 * which a scan pays for every few rows.
 *
 * <p>Tombstones: a purge leaves long runs of deletions. Three things keep them from slowing scans:
 * a file with a dense window of deletions is compacted soon; an iterator that has stepped over a
 * run of deletions leaves a range tombstone for the next one; and levels are sized from the bottom,
 * so that a deletion meets what it deletes after few steps.
 */
final class RocksDbTuning {
  private static final int BLOOM_BITS_PER_KEY = 10;

  /** A scan pays for every block that it enters: from 8 to 32 KB its steps take a third less. */
  private static final long BLOCK_BYTES = 32L << 10;

  /** With an index of hashes in each block, looking a key up in a large one takes no longer. */
  private static final int KEYS_PER_RESTART = 8;

  /** The bloom filter of a write buffer, as a part of it. */
  private static final double BLOOM_SHARE_OF_BUFFER = 0.01;

  private static final long WRITE_BUFFER_BYTES_MAX = 64L << 20;

  /**
   * When so many buffers wait to be written out, writes wait too. On a full disk that would be
   * until there is room; with a few more buffers than two the log is full before, and writes are
   * refused.
   */
  private static final int WRITE_BUFFERS_MAX = 4;

  private static final long TARGET_FILE_BYTES = 32L << 20;
  private static final long LEVEL_BASE_BYTES = 128L << 20;

  /** So many files that overlap are merged with others, while there are more writes to come. */
  static final int OVERLAPPING_FILES = 4;

  /** Runs of deletions shorter than this are stepped over faster than a range is looked up. */
  private static final int TOMBSTONES_FOR_RANGE = 64;

  /** Of so many neighbouring entries ... */
  private static final long DELETION_WINDOW_ENTRIES = 8192;

  /** ... so many deletions make a file worth compacting at once. */
  private static final long DELETION_TRIGGER_ENTRIES = 4096;

  private static final double DELETION_RATIO = 0.5;

  private static final long SYNC_STEP_BYTES = 1L << 20;
  private static final long LOG_FILE_BYTES = 4L << 20;
  private static final int LOG_FILES = 2;
  private static final int OPEN_FILES_MAX = 4096;
  private static final int BACKGROUND_JOBS_MAX = 8;

  /** The cache finds out by itself how large entries are, and how many shards it should have. */
  private static final long UNKNOWN_ENTRY_BYTES = 0;

  private static final int USUAL_SHARD_BITS = -1;

  private final long memoryBytes;
  private final NativeObjects natives;
  private final HyperClockCache cache;
  private final BloomFilter bloomFilter;
  private final TablePropertiesCollectorFactory compactOnDeletion;

  /** The native objects made here live as long as the database does. */
  RocksDbTuning(long memoryBytes, NativeObjects natives) {
    this.memoryBytes = memoryBytes;
    this.natives = natives;
    this.cache =
        natives.add(new HyperClockCache(memoryBytes, UNKNOWN_ENTRY_BYTES, USUAL_SHARD_BITS, false));
    this.bloomFilter = natives.add(new BloomFilter(BLOOM_BITS_PER_KEY, false));
    this.compactOnDeletion =
        natives.add(
            TablePropertiesCollectorFactory.NewCompactOnDeletionCollectorFactory(
                DELETION_WINDOW_ENTRIES, DELETION_TRIGGER_ENTRIES, DELETION_RATIO));
  }

  /**
   * @param trackLogs whether a log that is missing or cut is an error
   */
  DBOptions database(boolean trackLogs) throws RocksDBException {
    int jobs =
        Math.min(BACKGROUND_JOBS_MAX, Math.max(2, Runtime.getRuntime().availableProcessors()));
    DBOptions options = natives.add(DBOptions.getDBOptionsFromProps(logTracking(trackLogs)));
    options
        .setCreateIfMissing(true)
        .setCreateMissingColumnFamilies(true)
        .setWriteBufferManager(natives.add(new WriteBufferManager(memoryBytes / 2, cache)))
        // With a file manager RocksDB takes up writing again by itself once a full disk has room.
        .setSstFileManager(natives.add(new SstFileManager(Env.getDefault())))
        .setMaxBackgroundJobs(jobs)
        .setMaxOpenFiles(OPEN_FILES_MAX)
        .setMaxTotalWalSize(Math.max(memoryBytes, WRITE_BUFFER_BYTES_MAX))
        .setBytesPerSync(SYNC_STEP_BYTES)
        .setWalBytesPerSync(SYNC_STEP_BYTES)
        .setInfoLogLevel(InfoLogLevel.WARN_LEVEL)
        .setKeepLogFileNum(LOG_FILES)
        .setMaxLogFileSize(LOG_FILE_BYTES)
        .setStatsDumpPeriodSec(0)
        .setStatsPersistPeriodSec(0)
        .setSkipStatsUpdateOnDbOpen(true);
    return options;
  }

  /**
   * The manifest names the logs that are needed, and each log names the one before it with its size
   * and last row: a log that is missing or cut is an error when the directory is opened.
   */
  private static Properties logTracking(boolean track) {
    Properties properties = new Properties();
    properties.setProperty("track_and_verify_wals_in_manifest", String.valueOf(track));
    properties.setProperty("track_and_verify_wals", String.valueOf(track));
    return properties;
  }

  ColumnFamilyOptions columnFamily(Table table) {
    try (Options base = new Options()) {
      // The binding offers the collector on this class only; the copy below carries it over.
      base.setTablePropertiesCollectorFactory(List.of(compactOnDeletion));
      ColumnFamilyOptions options = natives.add(new ColumnFamilyOptions(base));
      options
          .setTableFormatConfig(blocks(table))
          .setWriteBufferSize(Math.min(WRITE_BUFFER_BYTES_MAX, memoryBytes / 4))
          .setMaxWriteBufferNumber(WRITE_BUFFERS_MAX)
          .setLevelCompactionDynamicLevelBytes(true)
          .setMaxBytesForLevelBase(LEVEL_BASE_BYTES)
          .setTargetFileSizeBase(TARGET_FILE_BYTES)
          .setLevel0FileNumCompactionTrigger(OVERLAPPING_FILES)
          .setMinTombstonesForRangeConversion(TOMBSTONES_FOR_RANGE)
          // The same on all levels: a file of rows that came in order is moved down, not rewritten.
          .setCompressionType(CompressionType.LZ4_COMPRESSION);
      if (isLookedUpByKey(table)) {
        options
            .setMemtablePrefixBloomSizeRatio(BLOOM_SHARE_OF_BUFFER)
            .setMemtableWholeKeyFiltering(true);
      }
      return options;
    }
  }

  private BlockBasedTableConfig blocks(Table table) {
    BlockBasedTableConfig blocks =
        new BlockBasedTableConfig()
            .setBlockCache(cache)
            .setBlockSize(BLOCK_BYTES)
            .setCacheIndexAndFilterBlocks(true)
            .setCacheIndexAndFilterBlocksWithHighPriority(true)
            .setPinL0FilterAndIndexBlocksInCache(true);
    if (isLookedUpByKey(table)) {
      blocks
          .setFilterPolicy(bloomFilter)
          .setWholeKeyFiltering(true)
          .setDataBlockIndexType(DataBlockIndexType.kDataBlockBinaryAndHash)
          .setBlockRestartInterval(KEYS_PER_RESTART);
    }
    return blocks;
  }

  /**
   * Most writes ask whether their item is there, and for a new one it is not. Each read of an index
   * asks whether that is still there.
   */
  private static boolean isLookedUpByKey(Table table) {
    return table == Table.ITEMS || table == Table.UNIQUE || table == Table.META;
  }
}
