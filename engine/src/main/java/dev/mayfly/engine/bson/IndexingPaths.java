package dev.mayfly.engine.bson;

import static dev.mayfly.engine.error.ErrorCode.BAD_REQUEST;

import dev.mayfly.engine.bson.IndexNode.Rule;
import dev.mayfly.engine.error.EngineException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The included and excluded paths of an indexing policy. A path ends with {@code /?} (a leaf at
 * this place) or {@code /*} (this place and all below); {@code []} stands for the elements of an
 * array. Where several paths match, the most specific one wins: {@code /?} before any {@code /*},
 * and of those the longest.
 */
public final class IndexingPaths {
  public static final int MAX_PATHS = 1000;

  /** Everything is indexed. */
  public static final IndexingPaths ALL = new IndexingPaths(rootOnly(Rule.INCLUDED));

  /** Nothing is indexed. */
  public static final IndexingPaths NONE = new IndexingPaths(rootOnly(Rule.EXCLUDED));

  private final IndexNode root;

  private IndexingPaths(IndexNode root) {
    this.root = root;
  }

  private static IndexNode rootOnly(Rule rule) {
    IndexNode root = new IndexNode();
    root.subtree = rule;
    return root;
  }

  /**
   * Reads the two lists of a policy. Two empty lists include everything, as in Cosmos DB; otherwise
   * one of them must hold {@code /*}.
   *
   * @throws EngineException BAD_REQUEST that names the path which is malformed or stands twice
   */
  public static IndexingPaths parse(List<String> included, List<String> excluded) {
    if (included.isEmpty() && excluded.isEmpty()) {
      return ALL;
    }
    if (included.size() + excluded.size() > MAX_PATHS) {
      throw new EngineException(
          BAD_REQUEST,
          "The indexing policy has "
              + (included.size() + excluded.size())
              + " paths; at most "
              + MAX_PATHS
              + " are allowed.");
    }
    IndexNode root = new IndexNode();
    Set<List<PathParts.Part>> seen = new HashSet<>();
    included.forEach(path -> add(root, path, Rule.INCLUDED, seen));
    excluded.forEach(path -> add(root, path, Rule.EXCLUDED, seen));
    if (root.subtree == Rule.UNSAID) {
      throw new EngineException(
          BAD_REQUEST,
          "The indexing policy does not say whether '/*' is indexed. Add it to the included or to"
              + " the excluded paths.");
    }
    if (seen.size() == 1) {
      return root.subtree == Rule.INCLUDED ? ALL : NONE;
    }
    return new IndexingPaths(root);
  }

  private static void add(IndexNode root, String path, Rule rule, Set<List<PathParts.Part>> seen) {
    // The oldest policies write the root as a lone slash.
    List<PathParts.Part> parts = parts(path.equals("/") ? "/*" : path);
    if (!seen.add(parts)) {
      throw refuse(path, "it stands twice in the policy.");
    }
    IndexNode node = root;
    for (PathParts.Part part : parts.subList(0, parts.size() - 1)) {
      node = part.isWildcard("[]") ? node.elementsOrNew() : node.childOrNew(part.name());
    }
    if (parts.get(parts.size() - 1).isWildcard("?")) {
      node.leaf = rule;
    } else {
      node.subtree = rule;
    }
  }

  private static List<PathParts.Part> parts(String path) {
    List<PathParts.Part> parts = PathParts.parse(path);
    int last = parts.size() - 1;
    for (int i = 0; i < last; i++) {
      PathParts.Part part = parts.get(i);
      if (part.isWildcard("*") || part.isWildcard("?")) {
        throw refuse(path, "'" + part.name() + "' may only be the last part.");
      }
    }
    boolean leaf = parts.get(last).isWildcard("?");
    if (!leaf && !parts.get(last).isWildcard("*")) {
      throw refuse(path, "it must end with '/?' or '/*'.");
    }
    if (last == 0 && leaf || parts.get(0).isWildcard("[]")) {
      throw refuse(path, "it must start with the name of a property.");
    }
    Utf8.encode(path); // half a surrogate pair could never match
    return parts.stream().map(part -> plainIfPossible(part)).toList();
  }

  /** Quotes that change nothing must not make two paths of one. */
  private static PathParts.Part plainIfPossible(PathParts.Part part) {
    boolean wildcard =
        part.name().equals("*") || part.name().equals("?") || part.name().equals("[]");
    return wildcard ? part : new PathParts.Part(part.name(), false);
  }

  private static EngineException refuse(String path, String why) {
    return new EngineException(
        BAD_REQUEST, "The indexing path '" + path + "' could not be accepted: " + why);
  }

  /** Whether a leaf at that path is indexed. */
  public boolean includes(FieldPath path) {
    IndexNode node = root;
    boolean included = root.subtree == Rule.INCLUDED;
    for (int i = 0; i < path.depth() && node != null; i++) {
      byte[] name = path.utf8Name(i);
      node = node.child(name, 0, name.length);
      if (node != null && node.subtree != Rule.UNSAID) {
        included = node.subtree == Rule.INCLUDED;
      }
    }
    return node == null || node.leaf == Rule.UNSAID ? included : node.leaf == Rule.INCLUDED;
  }

  IndexNode root() {
    return root;
  }
}
