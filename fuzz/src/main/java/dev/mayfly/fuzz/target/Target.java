package dev.mayfly.fuzz.target;

import java.util.List;

/**
 * One input surface under fuzzing. A target runs any bytes within bounded time and memory, and
 * throws if a property does not hold. It depends on nothing but the bytes, so that an input that
 * fails once fails again.
 */
public interface Target {
  /** What the command line and the directories of the corpus call it. */
  String name();

  /** One line: what is fed where, and what must hold. */
  String about();

  /** The packages whose code is instrumented: coverage counts there. */
  List<String> instrumented();

  /** Longer inputs are not tried. */
  int bytesMax();

  /** The words that help to find valid inputs: a resource of the name, or null. */
  default String dictionary() {
    return null;
  }

  /**
   * Runs one input.
   *
   * @throws Throwable if a property does not hold
   */
  void run(byte[] input) throws Throwable;

  /** The forms in which a file of the corpus is handed to the fuzzer. */
  default List<byte[]> seeds(byte[] file) {
    return List.of(file);
  }

  /** The form in which an input is kept in the corpus. */
  default byte[] kept(byte[] input) {
    return input;
  }

  /** What people see of an input. */
  default String describe(byte[] input) {
    return input.length + " bytes";
  }
}
