package dev.mayfly.testkit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Says which rules of the TTL contract (docs/ttl.md) a test shows. The build collects these into
 * docs/rules.md and fails when a rule has no test. On a class it holds for each of its tests.
 *
 * <p>Besides the rules ({@code "B2"}) there are the cells of the matrix ({@code "matrix:n/-1"},
 * container then item), the tables of the source texts ({@code "table-1"} to 3) and what others got
 * wrong ({@code "ghosts-counted"}); an unknown name fails the build and lists the known ones.
 *
 * <p>Where this module can't be seen, in the engine's own tests, {@code @Tag("B2")} says the same.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.TYPE})
public @interface Rule {
  String[] value();
}
