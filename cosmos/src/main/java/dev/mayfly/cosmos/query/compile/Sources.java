package dev.mayfly.cosmos.query.compile;

import dev.mayfly.cosmos.query.compile.JoinCursor.Join;
import dev.mayfly.cosmos.query.syntax.Expression;
import dev.mayfly.cosmos.query.syntax.Query;
import dev.mayfly.cosmos.query.syntax.Query.Collection;
import dev.mayfly.cosmos.query.syntax.Query.Source;
import dev.mayfly.cosmos.query.syntax.QueryError;
import dev.mayfly.cosmos.query.syntax.Substitution;
import dev.mayfly.cosmos.query.value.ArrayValue;
import dev.mayfly.cosmos.query.value.RowBudget;
import dev.mayfly.cosmos.query.value.Value;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The FROM clause, ready to run: which aliases rows have, and where their values come from. */
public final class Sources {
  private final Binding binding;
  private final List<Join> joins = new ArrayList<>();
  private final Map<String, Source> byAlias = new HashMap<>();
  private Aliases aliases;
  private String rootAlias;
  private Source first;

  Sources(Query query, Binding binding, Aliases outer, boolean ofContainer) {
    this.binding = binding;
    this.aliases = outer;
    boolean ofDocument = ofContainer && outer.size() == 0;
    List<Source> from = query.from();
    first = from.isEmpty() ? null : from.get(0);
    if (ofDocument && !from.isEmpty() && isContainer(from.get(0))) {
      rootAlias = alias(from.get(0));
      aliases = Aliases.of(rootAlias);
      byAlias.put(rootAlias, from.get(0));
      from = from.subList(1, from.size());
    } else if (ofDocument) {
      aliases = Aliases.of(Aliases.DOCUMENT);
    }
    Set<String> taken = new HashSet<>(byAlias.keySet());
    for (Source source : from) {
      add(source, ofContainer && joins.isEmpty() && rootAlias == null);
      String alias = alias(source);
      if (alias != null && !taken.add(alias)) {
        throw QueryError.refused(
            "The alias '" + alias + "' is specified more than once in the FROM clause.");
      }
    }
  }

  private Sources(Binding binding, Aliases aliases) {
    this.binding = binding;
    this.aliases = aliases;
  }

  /** Those of a query over the results of the one that is its first source. */
  static Sources ofResults(Query query, Binding binding) {
    Source first = query.from().get(0);
    String alias = alias(first);
    Sources sources = new Sources(binding, Aliases.of(first.each() || alias == null ? "" : alias));
    if (first.each()) {
      int document = 0;
      sources.joins.add(new Join(sources.aliases.size(), row -> elements(row[document])));
      sources.aliases = sources.aliases.with(alias);
    }
    sources.first = first;
    sources.byAlias.put(alias == null ? "" : alias, first);
    query.from().subList(1, query.from().size()).forEach(source -> sources.add(source, false));
    return sources;
  }

  private static boolean isContainer(Source source) {
    return !source.each()
        && source.collection() instanceof Collection.Path path
        && path.value() instanceof Expression.Identifier;
  }

  /** What a source is called: by its alias or its last name; null if by nothing. */
  public static String alias(Source source) {
    if (source.alias() != null) {
      return source.alias();
    }
    return source.collection() instanceof Collection.Path path ? Query.name(path.value()) : null;
  }

  private void add(Source source, boolean ofContainer) {
    JoinCursor.Source values = values(source, ofContainer);
    String alias = alias(source);
    joins.add(new Join(aliases.size(), values));
    aliases = aliases.with(alias == null ? Aliases.DOCUMENT : alias);
    if (alias != null) {
      byAlias.put(alias, source);
    }
  }

  private JoinCursor.Source values(Source source, boolean ofContainer) {
    if (source.collection() instanceof Collection.Rows rows) {
      CompiledQuery query = QueryCompiler.subquery(rows.query(), binding, aliases, ofContainer);
      RowBudget budget = binding.budget();
      return source.each()
          ? row -> elementsOfAll(Subqueries.rows(query, row, budget))
          : row -> Subqueries.rows(query, row, budget);
    }
    Evaluator value = value(source.collection(), ofContainer);
    if (source.each()) {
      return row -> elements(value.evaluate(row));
    }
    return row -> {
      Value only = value.evaluate(row);
      return only.isDefined() ? List.of(only) : List.of();
    };
  }

  private Evaluator value(Collection collection, boolean ofContainer) {
    ExpressionCompiler compiler = new ExpressionCompiler(aliases, binding);
    if (collection instanceof Collection.Result result) {
      return compiler.compile(result.call());
    }
    Expression path = ((Collection.Path) collection).value();
    return compiler.compile(ofContainer ? fromDocument(path) : path);
  }

  /** The first name is the container, whatever it is, unless it is an alias. */
  private Expression fromDocument(Expression path) {
    boolean hasDocument = aliases.slot(Aliases.DOCUMENT) >= 0;
    return Substitution.in(
        path,
        part ->
            hasDocument
                    && part instanceof Expression.Identifier name
                    && aliases.slot(name.name()) < 0
                ? new Expression.Identifier(Aliases.DOCUMENT, name.span())
                : null);
  }

  private static List<Value> elements(Value value) {
    return value instanceof ArrayValue array ? array.elements() : List.of();
  }

  private static List<Value> elementsOfAll(List<Value> rows) {
    List<Value> all = new ArrayList<>();
    rows.forEach(row -> all.addAll(elements(row)));
    return all;
  }

  List<Join> joins() {
    return joins;
  }

  Aliases aliases() {
    return aliases;
  }

  /** The alias that stands for whole documents, or null. */
  String rootAlias() {
    return rootAlias;
  }

  /** Where the last source's value is. */
  int lastSlot() {
    return aliases.size() - 1;
  }

  /** The first source, or null. */
  Source first() {
    return first;
  }

  /** The source that an alias of this clause stands for, or null. */
  Source source(String alias) {
    return byAlias.get(alias);
  }
}
