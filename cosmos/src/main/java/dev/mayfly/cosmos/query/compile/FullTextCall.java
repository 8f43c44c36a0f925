package dev.mayfly.cosmos.query.compile;

import dev.mayfly.cosmos.query.fulltext.SearchTexts;
import dev.mayfly.cosmos.query.syntax.Expression;
import dev.mayfly.cosmos.query.syntax.QueryError;
import dev.mayfly.cosmos.query.syntax.SqlText;
import dev.mayfly.cosmos.query.value.ArrayValue;
import dev.mayfly.cosmos.query.value.NumberValue;
import dev.mayfly.cosmos.query.value.RowBudget;
import dev.mayfly.cosmos.query.value.StringValue;
import dev.mayfly.cosmos.query.value.Value;
import dev.mayfly.text.fulltext.AnalyzedText;
import dev.mayfly.text.fulltext.Bm25;
import dev.mayfly.text.fulltext.FullTextLanguage;
import dev.mayfly.text.fulltext.SearchTerm;
import dev.mayfly.text.fulltext.TextCorpus.Statistics;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** A call of a full text function, ready to be evaluated. */
public final class FullTextCall implements Evaluator {
  /** A text of so many characters takes time that counts. */
  private static final int LONG_TEXT = 16 << 10;

  private static final Map<String, Function> FUNCTIONS =
      Map.of(
          "FULLTEXTCONTAINS", Function.CONTAINS,
          "FULLTEXTCONTAINSALL", Function.CONTAINS_ALL,
          "FULLTEXTCONTAINSANY", Function.CONTAINS_ANY,
          "FULLTEXTSCORE", Function.SCORE,
          "_FULLTEXTSCORE", Function.GIVEN_SCORE,
          "_FULLTEXTWORDCOUNT", Function.WORD_COUNT);

  /** What the functions make of a text. */
  public enum Function {
    CONTAINS,
    CONTAINS_ALL,
    CONTAINS_ANY,
    /** By the statistics of the container. */
    SCORE,
    /** By statistics in the call. */
    GIVEN_SCORE,
    WORD_COUNT
  }

  private final String name;
  private final String id;
  private final Function function;
  private final Expression source;
  private final List<Expression> words;
  private final List<String> path;
  private final Evaluator text;
  private final SearchTexts texts;
  private final RowBudget budget;
  private Parameters parameters;
  private List<SearchTerm> english;
  private List<SearchTerm> terms;
  private Statistics statistics;
  private Bm25[] scorers;
  private Value preset;

  private FullTextCall(
      Expression.Call call, Function function, ExpressionCompiler rows, Binding binding) {
    this.name = call.name();
    this.function = function;
    this.source = call.arguments().get(0);
    int from = function == Function.WORD_COUNT ? call.arguments().size() : 1;
    int to = function == Function.GIVEN_SCORE ? 2 : call.arguments().size();
    this.words = call.arguments().subList(from, to);
    this.path = SortKeys.names(source);
    this.text = rows.compile(source);
    this.texts = binding.texts();
    this.budget = binding.budget();
    this.id = SqlText.of(call);
    if (isScore()) {
      binding.scores().add(this);
    }
    binding.onBind(given -> bind(call, given));
    binding.onRelease(this::release);
  }

  private void bind(Expression.Call call, Parameters given) {
    parameters = given;
    if (function != Function.WORD_COUNT) {
      english = FullTextTerms.of(name, words, given, FullTextLanguage.EN_US);
    }
    if (function == Function.GIVEN_SCORE) {
      use(given(call, given));
    }
  }

  private void release() {
    parameters = null;
    english = null;
    terms = null;
    statistics = null;
    scorers = null;
    preset = null;
  }

  /** Whether a call is one of these functions. */
  static boolean isOne(Expression.Call call) {
    return !call.userDefined() && FUNCTIONS.containsKey(call.name().toUpperCase(Locale.ROOT));
  }

  static FullTextCall compile(Expression.Call call, ExpressionCompiler rows, Binding binding) {
    String upper = call.name().toUpperCase(Locale.ROOT);
    Function function = FUNCTIONS.get(upper);
    int count = call.arguments().size();
    int least =
        switch (function) {
          case WORD_COUNT -> 1;
          case GIVEN_SCORE -> 5;
          default -> 2;
        };
    boolean any =
        function == Function.CONTAINS_ALL
            || function == Function.CONTAINS_ANY
            || function == Function.SCORE;
    if (count < least || !any && count > least) {
      throw QueryError.at(
          call.span(),
          "SC2050",
          "The "
              + upper
              + " function requires "
              + (any ? "at least " : "")
              + least
              + " argument(s).");
    }
    return new FullTextCall(call, function, rows, binding);
  }

  /** The statistics that clients put in the place of those that a plan leaves open. */
  private static Statistics given(Expression.Call call, Parameters parameters) {
    Value documents = parameters.constant(call.arguments().get(2));
    Value words = parameters.constant(call.arguments().get(3));
    Value hits = parameters.constant(call.arguments().get(4));
    int terms =
        parameters.constant(call.arguments().get(1)) instanceof ArrayValue array
            ? array.elements().size()
            : 1;
    if (documents instanceof NumberValue items
        && words instanceof NumberValue length
        && hits instanceof ArrayValue counts
        && counts.elements().size() == terms
        && counts.elements().stream().allMatch(NumberValue.class::isInstance)) {
      long all = Math.max(0, (long) items.asDouble());
      long[] each = new long[terms];
      for (int i = 0; i < terms; i++) {
        double count = ((NumberValue) counts.elements().get(i)).asDouble();
        each[i] = Math.min(all, Math.max(0, (long) count));
      }
      return new Statistics(all, Math.max(0, (long) length.asDouble()), each);
    }
    throw QueryError.refused(
        "The "
            + call.name()
            + " function takes a path, an array of terms, the number of items, the number of"
            + " words, and an array with a number of items for each term.");
  }

  /** The same for calls that give the same. */
  public String id() {
    return id;
  }

  public Function function() {
    return function;
  }

  /** Whether it gives a score. */
  public boolean isScore() {
    return function == Function.SCORE || function == Function.GIVEN_SCORE;
  }

  /** The names that lead to the text from an alias; null if it is of another one. */
  public List<String> path(String alias) {
    Expression of = source;
    while (of instanceof Expression.Member member) {
      of = member.of();
    }
    return of instanceof Expression.Identifier root && root.name().equals(alias) ? path : null;
  }

  /** What is looked for, in the language of the text. */
  public List<SearchTerm> terms() {
    if (terms == null) {
      FullTextLanguage language = texts.policy().of(path);
      terms =
          language == FullTextLanguage.EN_US
              ? english
              : FullTextTerms.of(name, words, parameters, language);
    }
    return terms;
  }

  /** The numbers by which it scores; null if they are not known yet. */
  public Statistics statistics() {
    return statistics;
  }

  /** Scores by these numbers until the end of the run. */
  public void use(Statistics numbers) {
    statistics = numbers;
    scorers = null;
  }

  /** The score of the next row, found by an index; null to compute it. */
  public void preset(Value score) {
    preset = score;
  }

  @Override
  public Value evaluate(Value[] row) {
    if (preset != null) {
      return preset;
    }
    AnalyzedText analyzed = analyzed(row);
    if (analyzed == null) {
      return Value.UNDEFINED;
    }
    return switch (function) {
      case CONTAINS, CONTAINS_ALL -> Value.of(containsAll(analyzed));
      case CONTAINS_ANY -> Value.of(containsAny(analyzed));
      case WORD_COUNT -> Value.of(analyzed.length());
      case SCORE, GIVEN_SCORE -> Value.of(score(analyzed));
    };
  }

  /** The terms of a row's text; null if it has none. */
  public AnalyzedText analyzed(Value[] row) {
    if (!(text.evaluate(row) instanceof StringValue found)) {
      return null;
    }
    if (found.text().length() >= LONG_TEXT) {
      budget.work();
    } else {
      budget.step();
    }
    return texts.analyzed(path, texts.policy().of(path), found.text());
  }

  private boolean containsAll(AnalyzedText analyzed) {
    for (SearchTerm term : terms()) {
      if (term.frequency(analyzed) == 0) {
        return false;
      }
    }
    return true;
  }

  private boolean containsAny(AnalyzedText analyzed) {
    for (SearchTerm term : terms()) {
      if (term.frequency(analyzed) > 0) {
        return true;
      }
    }
    return false;
  }

  private double score(AnalyzedText analyzed) {
    if (scorers == null) {
      scorers = Bm25.of(statistics);
    }
    double score = 0;
    for (int i = 0; i < terms().size(); i++) {
      int frequency = terms().get(i).frequency(analyzed);
      if (frequency > 0) {
        score += scorers[i].score(frequency, analyzed.length());
      }
    }
    return (float) score;
  }
}
