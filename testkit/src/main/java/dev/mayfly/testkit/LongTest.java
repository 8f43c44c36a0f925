package dev.mayfly.testkit;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * A test that takes long also with few rounds, because it starts many processes or waits for the
 * limits of time that it is about. {@code ./mayfly test} skips it; {@code ./mayfly test --full} and
 * the build machine run it. Shorter tests of the same code run in both.
 *
 * @see Rounds
 */
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@EnabledIfSystemProperty(
    named = "mayfly.full",
    matches = "true",
    disabledReason = "only in ./mayfly test --full")
public @interface LongTest {}
