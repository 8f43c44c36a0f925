package dev.mayfly.mongo.bson;

import java.util.Comparator;

/** An order of strings in which several may be equal, with hashes that are equal for these. */
public interface TextOrder extends Comparator<String> {
  int hash(String text);
}
