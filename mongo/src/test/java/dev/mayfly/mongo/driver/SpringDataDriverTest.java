package dev.mayfly.mongo.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.springframework.data.mongodb.core.aggregation.Aggregation.match;
import static org.springframework.data.mongodb.core.aggregation.Aggregation.newAggregation;
import static org.springframework.data.mongodb.core.query.Criteria.where;
import static org.springframework.data.mongodb.core.query.Query.query;

import com.mongodb.MongoException;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Updates;
import com.mongodb.client.model.changestream.ChangeStreamDocument;
import dev.mayfly.testkit.Await;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.bson.Document;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.data.mongodb.MongoDatabaseFactory;
import org.springframework.data.mongodb.MongoTransactionManager;
import org.springframework.data.mongodb.core.MongoTemplate;
import org.springframework.data.mongodb.core.SimpleMongoClientDatabaseFactory;
import org.springframework.data.mongodb.core.messaging.ChangeStreamRequest;
import org.springframework.data.mongodb.core.messaging.DefaultMessageListenerContainer;
import org.springframework.data.mongodb.core.messaging.Message;
import org.springframework.data.mongodb.core.messaging.MessageListener;
import org.springframework.data.mongodb.core.messaging.MessageListenerContainer;
import org.springframework.data.mongodb.core.messaging.Subscription;
import org.springframework.data.mongodb.core.query.Update;
import org.springframework.transaction.annotation.EnableTransactionManagement;
import org.springframework.transaction.annotation.Transactional;

/** An application with Spring Data MongoDB: declared transactions, and a listener on changes. */
@Timeout(120)
class SpringDataDriverTest extends CollectionTest {
  private static final String ACCOUNTS = "accounts";

  private AnnotationConfigApplicationContext application;
  private MongoTemplate template;
  private Bank bank;

  record Account(String id, long balance) {}

  static class Bank {
    private final MongoTemplate template;

    Bank(MongoTemplate template) {
      this.template = template;
    }

    @Transactional
    public void open(List<Account> accounts) {
      accounts.forEach(each -> template.insert(each, ACCOUNTS));
    }

    @Transactional
    public void transfer(String from, String to, long amount, Runnable between) {
      Account source = template.findById(from, Account.class, ACCOUNTS);
      between.run();
      add(from, -amount);
      add(to, amount);
      template.insert(new Document("from", from).append("to", to), "transfers");
      if (source.balance() < amount) {
        throw new IllegalStateException("not enough");
      }
    }

    private void add(String id, long amount) {
      template.updateFirst(
          query(where("_id").is(id)), new Update().inc("balance", amount), ACCOUNTS);
    }
  }

  @Configuration
  @EnableTransactionManagement(proxyTargetClass = true)
  static class Application {
    private static String database;

    @Bean
    MongoDatabaseFactory factory() {
      return new SimpleMongoClientDatabaseFactory(SERVER.client(), database);
    }

    @Bean
    MongoTransactionManager transactionManager(MongoDatabaseFactory factory) {
      return new MongoTransactionManager(factory);
    }

    @Bean
    MongoTemplate template(MongoDatabaseFactory factory) {
      return new MongoTemplate(factory);
    }

    @Bean
    Bank bank(MongoTemplate template) {
      return new Bank(template);
    }
  }

  @BeforeEach
  void start() {
    Application.database = database.getName();
    application = new AnnotationConfigApplicationContext(Application.class);
    template = application.getBean(MongoTemplate.class);
    bank = application.getBean(Bank.class);
  }

  @AfterEach
  void stop() {
    application.close();
    assertThat(SERVER.engine().openTransactions()).isZero();
  }

  private long balance(String id) {
    return template.findById(id, Account.class, ACCOUNTS).balance();
  }

  private void open() {
    bank.open(List.of(new Account("ann", 10), new Account("bob", 0)));
  }

  @Test
  void whatADeclaredTransactionWritesIsCommittedAtItsEnd() {
    open();
    bank.transfer("ann", "bob", 4, () -> assertThat(balance("ann")).isEqualTo(10));

    assertThat(balance("ann")).isEqualTo(6);
    assertThat(balance("bob")).isEqualTo(4);
    assertThat(template.count(query(where("from").is("ann")), "transfers")).isEqualTo(1);
  }

  @Test
  void anExceptionRollsItBack() {
    open();

    assertThatThrownBy(() -> bank.transfer("ann", "bob", 11, () -> {})).hasMessage("not enough");

    assertThat(balance("ann")).isEqualTo(10);
    assertThat(balance("bob")).isZero();
    assertThat(database.listCollectionNames()).containsExactly(ACCOUNTS);
  }

  @Test
  void aConflictSaysThatItCanBeRepeated() {
    open();
    AtomicInteger attempts = new AtomicInteger();
    while (true) {
      try {
        bank.transfer("ann", "bob", 4, () -> disturbOnce(attempts));
        break;
      } catch (RuntimeException e) {
        assertThat(isTransient(e)).as(e.toString()).isTrue();
      }
    }

    assertThat(attempts).hasValue(2);
    assertThat(balance("ann")).isEqualTo(106);
    assertThat(balance("bob")).isEqualTo(4);
  }

  private void disturbOnce(AtomicInteger attempts) {
    if (attempts.incrementAndGet() == 1) {
      database
          .getCollection(ACCOUNTS)
          .updateOne(Filters.eq("_id", "ann"), Updates.inc("balance", 100L));
    }
  }

  private static boolean isTransient(Throwable failure) {
    for (Throwable each = failure; each != null; each = each.getCause()) {
      if (each instanceof MongoException e
          && e.hasErrorLabel(MongoException.TRANSIENT_TRANSACTION_ERROR_LABEL)) {
        return true;
      }
    }
    return false;
  }

  @Test
  void aListenerGetsWhatIsCommitted() throws InterruptedException {
    open();
    List<Account> heard = new CopyOnWriteArrayList<>();
    MessageListenerContainer container = new DefaultMessageListenerContainer(template);
    container.start();
    MessageListener<ChangeStreamDocument<Document>, Account> listener =
        (Message<ChangeStreamDocument<Document>, Account> message) -> heard.add(message.getBody());
    Subscription subscription =
        container.register(
            ChangeStreamRequest.builder(listener)
                .collection(ACCOUNTS)
                .filter(newAggregation(match(where("operationType").is("insert"))))
                .build(),
            Account.class);
    try {
      assertThat(subscription.await(Duration.ofMinutes(1))).isTrue();

      assertThatThrownBy(() -> bank.transfer("ann", "bob", 11, () -> {})).hasMessage("not enough");
      bank.transfer("ann", "bob", 1, () -> {});
      bank.open(List.of(new Account("cid", 1), new Account("dan", 2)));

      Await.until("both accounts are heard of", () -> heard.size() == 2);
      assertThat(heard).containsExactly(new Account("cid", 1), new Account("dan", 2));
    } finally {
      container.stop();
    }
  }
}
