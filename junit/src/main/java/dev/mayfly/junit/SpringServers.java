package dev.mayfly.junit;

import dev.mayfly.embedded.Mayfly;
import java.util.Arrays;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.platform.commons.support.AnnotationSupport;
import org.springframework.test.context.junit.jupiter.SpringExtension;

/** The servers of application contexts. */
final class SpringServers {
  private static final String EXTENSION =
      "org.springframework.test.context.junit.jupiter.SpringExtension";

  private SpringServers() {}

  /** Whether the tests of a class have an application context. */
  static boolean areUsedBy(Class<?> test) {
    return AnnotationSupport.findRepeatableAnnotations(test, ExtendWith.class).stream()
        .flatMap(each -> Arrays.stream(each.value()))
        .anyMatch(extension -> extension.getName().equals(EXTENSION));
  }

  /** The server that was started with the context of a test. */
  static Mayfly of(ExtensionContext context) {
    return SpringExtension.getApplicationContext(context).getBean(Mayfly.class);
  }
}
