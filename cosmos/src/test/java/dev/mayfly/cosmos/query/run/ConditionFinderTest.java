package dev.mayfly.cosmos.query.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mayfly.cosmos.query.compile.CompiledQuery;
import dev.mayfly.cosmos.query.compile.Parameters;
import dev.mayfly.cosmos.query.compile.QueryCompiler;
import dev.mayfly.cosmos.query.syntax.QueryParser;
import dev.mayfly.engine.bson.FieldPath;
import dev.mayfly.engine.index.IndexRange;
import dev.mayfly.engine.index.PathIndex;
import dev.mayfly.query.plan.AccessPath;
import dev.mayfly.query.plan.AccessPath.IndexAccess;
import dev.mayfly.query.plan.IndexPlanner;
import dev.mayfly.query.plan.PathCondition;
import java.util.ArrayList;
import java.util.List;
import org.bson.BsonValue;
import org.junit.jupiter.api.Test;

/** What a filter means for indexes: which ways there are, the best first, and their ranges. */
class ConditionFinderTest {
  private static final List<List<PathIndex.Part>> COMPOSITES =
      List.of(List.of(part("/a", false), part("/b", true), part("/d", false)));

  private static PathIndex.Part part(String path, boolean descending) {
    return new PathIndex.Part(FieldPath.ofSlashed(path), descending);
  }

  private static List<String> ways(String filter) {
    return ways("c", filter, List.of());
  }

  private static List<String> ways(
      String from, String filter, List<List<PathIndex.Part>> composites) {
    String text = "SELECT 1 FROM " + from + " WHERE " + filter;
    CompiledQuery query = QueryCompiler.compile(QueryParser.query(text), Parameters.NONE);
    PathCondition condition =
        new ConditionFinder(IndexPaths.of(query), Parameters.NONE).find(query.filter());
    if (condition == null) {
      return List.of();
    }
    List<String> ways = new ArrayList<>();
    IndexPlanner planner =
        new IndexPlanner(
            new ContainerRules(index -> index, composites), null, condition, List.of(), List.of());
    for (AccessPath path : planner.bounded()) {
      List<String> ranges = new ArrayList<>();
      for (IndexAccess each : path.accesses()) {
        each.bounds()
            .ranges()
            .forEach(range -> ranges.add(IndexNames.of(each.index()) + written(range)));
      }
      ways.add(String.join("; ", ranges));
    }
    return ways;
  }

  private static String written(IndexRange range) {
    StringBuilder text = new StringBuilder();
    range.equal().forEach(value -> text.append(" =").append(written(value)));
    if (range.lower() != null) {
      text.append(range.lower().inclusive() ? " [" : " (").append(written(range.lower().value()));
      text.append("..").append(written(range.upper().value()));
      text.append(range.upper().inclusive() ? "]" : ")");
    }
    return text.toString();
  }

  private static String written(BsonValue value) {
    return switch (value.getBsonType()) {
      case INT64 -> "" + value.asInt64().getValue();
      case DOUBLE -> "" + value.asDouble().getValue();
      case STRING -> "'" + value.asString().getValue() + "'";
      case BOOLEAN -> "" + value.asBoolean().getValue();
      case DOCUMENT -> "{}";
      default -> value.getBsonType().toString();
    };
  }

  @Test
  void comparisonsAreRangesOfTheirType() {
    assertThat(ways("c.a = 1")).containsExactly("/a/? =1");
    assertThat(ways("c.a.b = 'x'")).containsExactly("/a/b/? ='x'");
    assertThat(ways("c['a b'] = null")).containsExactly("/\"a b\"/? =NULL");
    assertThat(ways("c.a > 1")).containsExactly("/a/? (1..Infinity]");
    assertThat(ways("1 > c.a")).containsExactly("/a/? [-Infinity..1)");
    assertThat(ways("c.a >= 'x'")).containsExactly("/a/? ['x'..{})");
    assertThat(ways("c.a > 1 AND c.a <= 5")).containsExactly("/a/? (1..5]");
    assertThat(ways("c.a BETWEEN 1 AND 5")).containsExactly("/a/? [1..5]");
    assertThat(ways("c.a")).containsExactly("/a/? =true");
    assertThat(ways("NOT c.a")).containsExactly("/a/? =false");
    assertThat(ways("c.a IN (3, 1, 1.0)")).containsExactly("/a/? =1; /a/? =3");
  }

  @Test
  void beginningsOfTextsAreRanges() {
    assertThat(ways("STARTSWITH(c.a, 'ab')")).containsExactly("/a/? ['ab'..'ac')");
    assertThat(ways("STARTSWITH(c.a, 'ab', false)")).containsExactly("/a/? ['ab'..'ac')");
    assertThat(ways("STARTSWITH(c.a, 'ab', true)")).isEmpty();
    assertThat(ways("c.a LIKE 'ab%z'")).containsExactly("/a/? ['ab'..'ac')");
    assertThat(ways("c.a LIKE 'a!%%' ESCAPE '!'")).containsExactly("/a/? ['a%'..'a&')");
    assertThat(ways("c.a LIKE '%b'")).isEmpty();
    assertThat(ways("c.a LIKE 'b'")).containsExactly("/a/? ='b'");
    assertThat(ways("STARTSWITH(c.a, '\uD7FF')")).containsExactly("/a/? ['\uD7FF'..'\uE000')");
  }

  @Test
  void boundsEndWhereTheOrderOfUnitsIsNotThatOfCodePoints() {
    assertThat(ways("c.a < 'x😀y'")).containsExactly("/a/? [''..'y')");
    assertThat(ways("c.a > 'x\uE000'")).containsExactly("/a/? ['x'..{})");
  }

  @Test
  void whatCanNotBeFindsNothing() {
    assertThat(ways("c.a > 5 AND c.a < 3")).containsExactly("");
    assertThat(ways("c.a < [1]")).containsExactly("");
    assertThat(ways("c.a = undefined")).containsExactly("");
  }

  @Test
  void whatSaysNothingOfOnePropertyHasNoWay() {
    assertThat(ways("c.a != 1")).isEmpty();
    assertThat(ways("c.a = c.b")).isEmpty();
    assertThat(ways("c.a + 1 = 2")).isEmpty();
    assertThat(ways("c.a[0] = 2")).isEmpty();
    assertThat(ways("c._ts > 2")).isEmpty();
    assertThat(ways("c.a = 1 OR c.b != 2")).isEmpty();
    assertThat(ways("EXISTS(SELECT VALUE COUNT(1) FROM x IN c.l WHERE x = 1)")).isEmpty();
    assertThat(ways("EXISTS(SELECT 1 FROM c IN c.l WHERE c.a = 1)"))
        .containsExactly("/l/a/[]/? =MIN_KEY; /l/a/[]/? =1");
  }

  @Test
  void certainValuesAreBetterThanRangesAndThoseBetterThanOpenOnes() {
    assertThat(ways("c.a > 1 AND c.b BETWEEN 1 AND 2 AND c.d = 3"))
        .containsExactly("/d/? =3", "/b/? [1..2]", "/a/? (1..Infinity]");
  }

  @Test
  void alternativesAreWalkedOneAfterTheOther() {
    assertThat(ways("c.a = 1 OR c.b = 2")).containsExactly("/a/? =1; /b/? =2");
    assertThat(ways("c.a = 1 OR (c.b > 3 AND c.d = 4)")).containsExactly("/a/? =1; /d/? =4");
    assertThat(ways("c.a = 1 OR c.a > 0")).containsExactly("/a/? (0..Infinity]");
  }

  @Test
  void elementsOfArraysHaveTheirOwnIndexes() {
    String one = "/l/[]/? =MIN_KEY; /l/[]/? =1";
    assertThat(ways("ARRAY_CONTAINS(c.l, 1)")).containsExactly(one);
    assertThat(ways("EXISTS(SELECT 1 FROM x IN c.l WHERE x = 1)")).containsExactly(one);
    assertThat(ways("c JOIN x IN c.l", "x = 1", List.of())).containsExactly(one);
    assertThat(ways("ARRAY_CONTAINS(c.l, {'x': 1, 'y': 2}, true)"))
        .containsExactly("/l/x/[]/? =MIN_KEY; /l/x/[]/? =1");
    assertThat(ways("c JOIN x IN c.l JOIN y IN x", "y = 1", List.of())).isEmpty();
    assertThat(ways("c JOIN x IN c.l", "x = [1]", List.of())).isEmpty();
    assertThat(ways("ARRAY_CONTAINS([1, 2], c.a)")).containsExactly("/a/? =1; /a/? =2");
  }

  @Test
  void compositeIndexesServeTheirFirstPaths() {
    String all = "/a ASC, /b DESC, /d ASC";
    assertThat(ways("c", "c.a = 1 AND c.b = 2", COMPOSITES).get(0)).isEqualTo(all + " =1 =2");
    assertThat(ways("c", "c.b > 2 AND c.a = 1", COMPOSITES).get(0))
        .isEqualTo(all + " =1 (2..Infinity]");
    assertThat(ways("c", "c.a IN (1, 2) AND c.b = 3 AND c.d < 4", COMPOSITES).get(0))
        .isEqualTo(all + " =1 =3 [-Infinity..4); " + all + " =2 =3 [-Infinity..4)");
    assertThat(ways("c", "c.a = 1", COMPOSITES)).containsExactly("/a/? =1");
    assertThat(ways("c", "c.b = 1 AND c.d = 2", COMPOSITES)).containsExactly("/b/? =1", "/d/? =2");
  }
}
