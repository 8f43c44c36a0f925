package dev.mayfly.testkit.oracle;

import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;
import dev.mayfly.engine.item.Item;
import java.util.Arrays;
import java.util.Objects;
import java.util.Set;

/** Where engine and model are held against each other. Cheap, as it is done millions of times. */
final class Check {
  private Check() {}

  static void that(boolean agreed, String disagreement) {
    if (!agreed) {
      throw new AssertionError(disagreement);
    }
  }

  static void same(String what, Object model, Object engine) {
    if (!Objects.equals(model, engine)) {
      throw new AssertionError(what + ": the model says " + model + ", the engine " + engine);
    }
  }

  static void refused(EngineException failure, Set<ErrorCode> reasons) {
    if (!reasons.contains(failure.code())) {
      throw new AssertionError(
          "refused with " + failure.code() + ", the model says " + reasons, failure);
    }
  }

  /** The engine's item is that version of the model's. */
  static void sameVersion(ModelItem expected, Item item) {
    if (item == null) {
      throw new AssertionError("missing: " + expected);
    }
    if (expected.etag != null) {
      same("etag of " + expected.version, expected.etag, item.etag());
      same("rid", expected.rid, item.rid());
    }
    same("_ts", expected.countedFromSecond, item.tsSecond());
    if (!Arrays.equals(expected.bytes, item.body())) {
      throw new AssertionError(
          "the body is " + Bodies.decode(item.body()).toJson() + ", the model says " + expected);
    }
    same("size", expected.sizeBytes, item.sizeBytes());
  }
}
