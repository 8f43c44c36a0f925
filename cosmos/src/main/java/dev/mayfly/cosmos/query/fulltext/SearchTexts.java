package dev.mayfly.cosmos.query.fulltext;

import dev.mayfly.engine.catalog.ContainerDefinition;
import dev.mayfly.text.fulltext.AnalyzedText;
import dev.mayfly.text.fulltext.FullTextLanguage;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The texts of one run of a query: in which languages they are, and those that were divided into
 * terms last. An item's text is often needed several times, in a filter, a sort and a result.
 */
public final class SearchTexts {
  private final Map<List<String>, Last> last = new HashMap<>();
  private ContainerDefinition definition;
  private FullTextPolicy ofDefinition;
  private FullTextPolicy policy = FullTextPolicy.NONE;
  private FullTextCorpora corpora;

  private record Last(FullTextLanguage language, String text, AnalyzedText analyzed) {}

  /** Begins a run over a container. */
  public void use(ContainerDefinition container) {
    // Most runs of a query are over the same container.
    if (container != definition) {
      ofDefinition = FullTextPolicy.of(container);
      definition = container;
    }
    policy = ofDefinition;
  }

  /** Lets the run use what is on the heap. */
  public void use(FullTextCorpora ofServer) {
    corpora = ofServer;
  }

  public FullTextPolicy policy() {
    return policy;
  }

  /** What is on the heap; null if it may not be used. */
  public FullTextCorpora corpora() {
    return corpora;
  }

  /**
   * The terms of a text.
   *
   * @param path where it stands, by names; empty if that is not known
   */
  public AnalyzedText analyzed(List<String> path, FullTextLanguage language, String text) {
    Last known = last.get(path);
    if (known == null || known.language() != language || !known.text().equals(text)) {
      known = new Last(language, text, AnalyzedText.of(language, text));
      last.put(path, known);
    }
    return known.analyzed();
  }

  /** Ends a run. */
  public void release() {
    last.clear();
    policy = FullTextPolicy.NONE;
    corpora = null;
  }
}
