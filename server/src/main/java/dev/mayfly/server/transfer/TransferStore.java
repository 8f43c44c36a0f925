package dev.mayfly.server.transfer;

import dev.mayfly.engine.item.WriteRequest;
import java.util.List;
import org.bson.BsonDocument;

/**
 * A store that items are brought into or taken out of: one in this process, or that of a running
 * server. Failures are {@link dev.mayfly.engine.error.EngineException}s; OVERLOADED and
 * TOO_MANY_REQUESTS are over after a while.
 */
public interface TransferStore extends AutoCloseable {
  /** The member of a description that says which API a container belongs to. */
  String API = "api";

  String NOSQL = "nosql";
  String MONGODB = "mongodb";

  /** The member of a description with what an API needs to make the container anew. */
  String DEFINITION = "definition";

  /** The member of a description with the number of live items. */
  String ITEMS = "items";

  /** The member of a description that differs from that of every other container ever made. */
  String IDENTITY = "identity";

  /** What becomes of the {@code _ts} of items that are brought in. */
  enum Times {
    /** The item's time counts from there. */
    KEEP,
    /** It is dropped: the time counts from the import. */
    RESET,
    /** It is not expected: containers drop it as they always do, collections refuse it. */
    NONE
  }

  /**
   * Some records of a file.
   *
   * @param id of the import: what was committed of it is not committed again
   * @param from how many records of the file come before these
   * @param to how many with these; some of them may have been left out
   * @param items in BSON
   */
  record Batch(
      String id,
      long from,
      long to,
      WriteRequest.Existing existing,
      Times times,
      List<byte[]> items) {}

  /**
   * What became of a batch.
   *
   * @param written items that are there now and were not, or not so
   * @param kept items that were there and were left as they are
   */
  record Outcome(long written, long kept) {}

  /**
   * A part of the items of a container.
   *
   * @param items in BSON, without what the server adds
   * @param seconds the {@code _ts} of each
   * @param continuation where to continue; null at the end
   */
  record Page(List<byte[]> items, List<Long> seconds, byte[] continuation) {}

  /** All containers that users have made, by database. */
  List<ContainerName> containers();

  /** What a container is; null if there is none. */
  BsonDocument describe(ContainerName name);

  /**
   * Makes a container that is not there, and its database.
   *
   * @param description with {@link #API} and {@link #DEFINITION}
   */
  void create(ContainerName name, BsonDocument description);

  /** The next live items; a null continuation starts. */
  Page read(ContainerName name, byte[] continuation);

  /** How many records of an import are committed. */
  long records(ContainerName name, String importId);

  /**
   * Commits a batch whole, or nothing of it.
   *
   * @throws RefusedItemException if one of the items can't be
   */
  Outcome write(ContainerName name, Batch batch);

  @Override
  void close();
}
