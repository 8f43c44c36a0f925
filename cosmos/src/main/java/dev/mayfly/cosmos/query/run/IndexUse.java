package dev.mayfly.cosmos.query.run;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Which indexes a page used, and which ones that are not there could serve.
 *
 * @param potential not those that are used
 */
public record IndexUse(Set<IndexSpec> utilized, Set<IndexSpec> potential) {
  public static final IndexUse NONE = new IndexUse(Set.of(), Set.of());

  public IndexUse {
    utilized = new LinkedHashSet<>(utilized);
    potential = new LinkedHashSet<>(potential);
    potential.removeAll(utilized);
  }

  /** The names of those over one path, or of the others, in their order. */
  public static List<String> names(Set<IndexSpec> specs, boolean composite) {
    return specs.stream()
        .filter(spec -> spec.isComposite() == composite)
        .map(IndexSpec::text)
        .sorted()
        .toList();
  }
}
