package dev.mayfly.junit;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import dev.mayfly.embedded.Mayfly;
import java.time.Clock;
import java.time.Duration;
import org.bson.Document;
import org.junit.jupiter.api.RepeatedTest;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.test.context.junit.jupiter.SpringJUnitConfig;

/** The annotation on a test with Spring: its beans find the server by its properties. */
@MayflyServer
@SpringJUnitConfig
class SpringContextTest {
  @Configuration
  static class Application {
    @Bean
    MongoClient client(@Value("${spring.data.mongodb.uri}") String uri) {
      return MongoClients.create(uri);
    }
  }

  @Autowired private MongoClient client;
  @Autowired private Clock clock;

  @Value("${spring.cloud.azure.cosmos.endpoint}")
  private String endpoint;

  @Value("${spring.cloud.azure.cosmos.key}")
  private String key;

  @RepeatedTest(2)
  void theContextAndTheTestHaveTheSameServer(Mayfly mayfly) {
    MongoCollection<Document> documents = client.getDatabase("a").getCollection("b");
    assertThat(documents.countDocuments()).isZero();
    documents.insertOne(new Document());
    assertThat(endpoint).isEqualTo(mayfly.cosmosEndpoint());
    assertThat(key).isEqualTo(mayfly.key());
    Duration ahead = Duration.between(Clock.systemUTC().instant(), clock.instant());
    assertThat(ahead).isLessThan(Duration.ofDays(1));
    mayfly.clock().advance(Duration.ofDays(30));
    assertThat(clock.instant()).isEqualTo(mayfly.now());
  }
}
