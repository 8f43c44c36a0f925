package dev.mayfly.mongo.geo;

/**
 * Keys of cells in an index, both ends included. Keys are compared as signed numbers.
 *
 * @param first the least key
 * @param last the greatest key
 */
public record KeyRange(long first, long last) {
  static KeyRange of(long key) {
    return new KeyRange(key, key);
  }
}
