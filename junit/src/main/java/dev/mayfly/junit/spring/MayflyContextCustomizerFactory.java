package dev.mayfly.junit.spring;

import dev.mayfly.junit.MayflyServer;
import dev.mayfly.junit.ServerOptions;
import java.util.List;
import org.springframework.test.context.ContextConfigurationAttributes;
import org.springframework.test.context.ContextCustomizer;
import org.springframework.test.context.ContextCustomizerFactory;
import org.springframework.test.context.TestContextAnnotationUtils;

/** Finds {@link MayflyServer} on tests with Spring; named in {@code META-INF/spring.factories}. */
public final class MayflyContextCustomizerFactory implements ContextCustomizerFactory {
  @Override
  public ContextCustomizer createContextCustomizer(
      Class<?> test, List<ContextConfigurationAttributes> attributes) {
    MayflyServer wanted = TestContextAnnotationUtils.findMergedAnnotation(test, MayflyServer.class);
    return wanted == null ? null : new MayflyContextCustomizer(ServerOptions.of(wanted));
  }
}
