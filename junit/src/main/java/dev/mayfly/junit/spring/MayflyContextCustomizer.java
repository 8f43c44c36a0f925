package dev.mayfly.junit.spring;

import dev.mayfly.embedded.Mayfly;
import dev.mayfly.junit.ServerOptions;
import java.util.LinkedHashMap;
import java.util.Map;
import org.springframework.beans.factory.support.DefaultSingletonBeanRegistry;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.MutablePropertySources;
import org.springframework.test.context.ContextCustomizer;
import org.springframework.test.context.MergedContextConfiguration;

/**
 * Starts a server before an application context and stops it after. Contexts of equal options are
 * one for Spring, which keeps it for all test classes that have it.
 */
record MayflyContextCustomizer(ServerOptions options) implements ContextCustomizer {
  private static final String NAME = "mayfly";
  private static final String DATABASE = "test";

  @Override
  public void customizeContext(
      ConfigurableApplicationContext context, MergedContextConfiguration merged) {
    Mayfly server = options.start();
    DefaultSingletonBeanRegistry beans = (DefaultSingletonBeanRegistry) context.getBeanFactory();
    beans.registerSingleton(NAME, server);
    beans.registerSingleton("mayflyClock", server.clock());
    // What is registered first is destroyed last: clients end before their server.
    beans.registerDisposableBean(NAME, server::close);
    MutablePropertySources sources = context.getEnvironment().getPropertySources();
    sources.addFirst(new MapPropertySource(NAME, addresses(server)));
    sources.addLast(
        new MapPropertySource(
            NAME + "Defaults", Map.of("spring.cloud.azure.cosmos.database", DATABASE)));
  }

  private static Map<String, Object> addresses(Mayfly server) {
    Map<String, Object> properties = new LinkedHashMap<>();
    properties.put("spring.data.mongodb.uri", server.mongoUri(DATABASE));
    // The same in Spring Boot 4.
    properties.put("spring.mongodb.uri", server.mongoUri(DATABASE));
    properties.put("spring.cloud.azure.cosmos.endpoint", server.cosmosEndpoint());
    properties.put("spring.cloud.azure.cosmos.key", server.key());
    properties.put("spring.cloud.azure.cosmos.connection-mode", "gateway");
    return properties;
  }
}
