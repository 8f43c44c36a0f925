package dev.mayfly.junit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * The tests of the class use a server that keeps nothing and is empty before each of them. A test
 * method or constructor takes it as a parameter: {@link dev.mayfly.embedded.Mayfly}, or its clock
 * as {@link dev.mayfly.embedded.MayflyClock}, {@link java.time.Clock} or {@link
 * java.time.InstantSource}.
 *
 * <p>In tests with Spring the server is started before the application context, which gets the
 * properties of its addresses ({@code spring.data.mongodb.uri}, {@code
 * spring.cloud.azure.cosmos.endpoint} and so on), and the beans {@code mayfly} and {@code
 * mayflyClock}. Test classes whose contexts are equal share the context and the server.
 */
@Documented
@Inherited
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(MayflyExtension.class)
public @interface MayflyServer {
  /** Whether the clock stands still until a test advances it. */
  boolean frozenClock() default true;

  /** Where a frozen clock stands, as 2030-01-01T00:00:00Z; empty for the machine's time. */
  String startAt() default "";

  /** A folder with data that are there before each test; empty for none. */
  String seed() default "";

  /** Whether all tests of the class share a server, or each has its own. */
  Lifecycle lifecycle() default Lifecycle.PER_CLASS;

  /**
   * Whether a server that tests share is reset between them. With Spring, databases, containers and
   * indexes stay: the application makes them only when its context starts.
   */
  boolean reset() default true;

  /** Other settings of {@code mayfly serve}, as "default-throughput=400". */
  String[] settings() default {};

  /** How long a server lives. */
  enum Lifecycle {
    PER_CLASS,
    PER_METHOD
  }
}
