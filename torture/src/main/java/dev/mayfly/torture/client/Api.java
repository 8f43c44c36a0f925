package dev.mayfly.torture.client;

import dev.mayfly.torture.ledger.Doc;
import dev.mayfly.torture.ledger.Found;
import dev.mayfly.torture.ledger.Write;
import java.util.List;
import java.util.Map;

/**
 * What the load asks of a server. A method that returns was acknowledged; one that throws {@link
 * Refused} did nothing; after any other exception it is not known what was done.
 */
public interface Api extends AutoCloseable {
  String name();

  /** The unique key that collections have from the beginning, or null. */
  String uniqueKeyAtCreation();

  /** True if several writes can be one. */
  boolean hasBatches();

  /** True if a collection can have a TTL index on dates. */
  boolean hasDates();

  /** True if a unique index can be made later. */
  boolean hasLaterUniqueIndexes();

  /** What the default of a new collection is; null: off. */
  Integer ttlAtCreation();

  void create(String collection);

  void drop(String collection);

  void put(String collection, Doc doc) throws Refused;

  /** Changes a document that is there; false: it is not. */
  boolean update(String collection, Doc doc) throws Refused;

  /** False: it is not there. */
  boolean delete(String collection, String key);

  /** All of them or none. */
  void batch(String collection, List<Write> writes) throws Refused;

  /** Writes that end one by one; returns which were done. */
  boolean[] bulk(String collection, List<Write> writes, boolean ordered);

  /**
   * Sets the default.
   *
   * @param seconds null: off
   */
  void setTtl(String collection, Integer seconds);

  /**
   * Sets the TTL index on dates.
   *
   * @param seconds null: none
   */
  void setDates(String collection, Integer seconds);

  void addIndex(String collection, String index, boolean unique) throws Refused;

  void dropIndex(String collection, String index);

  /** All documents by key; null if there is no such collection. */
  Map<String, Doc> readAll(String collection);

  /** All documents as an index over w returns them. */
  Map<String, Doc> readByIndex(String collection, String index);

  Found.Catalog catalog(String collection);

  @Override
  void close();
}
