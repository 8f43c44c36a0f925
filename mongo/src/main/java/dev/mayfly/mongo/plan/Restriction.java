package dev.mayfly.mongo.plan;

import static java.util.Objects.requireNonNull;

/**
 * What a filter demands of one path.
 *
 * @param path dotted
 * @param textual whether texts are compared, which a collation may do in its own way
 * @param scope within which {@code $elemMatch} it stands
 */
record Restriction(String path, Bounds bounds, boolean textual, Scope scope) {
  /**
   * The document or element that restrictions speak about.
   *
   * @param depth how many names lead to it
   */
  record Scope(int number, int depth) {
    static final Scope DOCUMENT = new Scope(0, 0);
  }

  Restriction {
    requireNonNull(path, "path");
    requireNonNull(bounds, "bounds");
    requireNonNull(scope, "scope");
  }

  /** The root field that the path begins with. */
  String root() {
    return name(0);
  }

  /** The name at a depth of the path; null where it has ended. */
  private String name(int depth) {
    String[] names = path.split("\\.", -1);
    return depth < names.length ? names[depth] : null;
  }

  /** Whether it speaks about the very element, into which no other array leads. */
  private boolean isOnElement() {
    return scope.depth() > 0 && name(scope.depth()) == null;
  }

  /**
   * Whether one key of a document with arrays passes this and another restriction of the same path
   * if the document passes both: only one and the same element does that.
   */
  boolean isOfOneKeyWith(Restriction other) {
    return scope.equals(other.scope) && isOnElement();
  }

  /**
   * The same for a restriction of another path of an index: the two must not lead into one array,
   * unless that is the array whose element both speak about.
   */
  boolean isBeside(Restriction other) {
    if (!root().equals(other.root())) {
      return true;
    }
    String mine = name(scope.depth());
    return scope.equals(other.scope) && mine != null && !mine.equals(other.name(scope.depth()));
  }
}
