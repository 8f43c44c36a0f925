package dev.mayfly.cosmos.sdk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.azure.cosmos.CosmosClientBuilder;
import com.azure.cosmos.models.CosmosPatchOperations;
import com.azure.cosmos.models.PartitionKey;
import com.azure.spring.data.cosmos.config.AbstractCosmosConfiguration;
import com.azure.spring.data.cosmos.core.query.CosmosPageRequest;
import com.azure.spring.data.cosmos.exception.CosmosAccessException;
import com.azure.spring.data.cosmos.repository.CosmosRepository;
import com.azure.spring.data.cosmos.repository.Query;
import com.azure.spring.data.cosmos.repository.config.EnableCosmosRepositories;
import dev.mayfly.cosmos.sdk.SpringEntities.Cart;
import dev.mayfly.cosmos.sdk.SpringEntities.Order;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.data.domain.Page;
import org.springframework.data.domain.Slice;
import org.springframework.data.domain.Sort;
import org.springframework.data.repository.query.Param;

/**
 * An application with Spring Data Cosmos as it comes: direct mode, its defaults, its own creation
 * of database and containers.
 */
@Timeout(300)
class SpringDataSdkTest {
  private static final SdkServer SERVER = SdkServer.SHARED;
  private static final PartitionKey ANN = new PartitionKey("ann");

  private final String database = "spring-" + UUID.randomUUID();
  private AnnotationConfigApplicationContext application;
  private OrderRepository orders;
  private CartRepository carts;

  interface OrderRepository extends CosmosRepository<Order, String> {
    List<Order> findByCustomerAndTotalGreaterThanOrderByTotalDesc(String customer, int total);

    List<Order> findByTotalBetween(int from, int to);

    List<Order> findByStateInAndTotalNot(List<String> states, int total);

    List<Order> findByIdStartingWith(String prefix);

    long countByState(String state);

    boolean existsByState(String state);

    void deleteByState(String state);

    Page<Order> findByCustomer(String customer, org.springframework.data.domain.Pageable page);

    Slice<Order> findByTotalGreaterThanEqual(
        int total, org.springframework.data.domain.Pageable page);

    @Query("SELECT VALUE SUM(c.total) FROM c WHERE c.customer = @customer")
    List<Integer> totalOf(@Param("customer") String customer);
  }

  interface CartRepository extends CosmosRepository<Cart, String> {}

  @EnableCosmosRepositories(
      basePackageClasses = SpringDataSdkTest.class,
      considerNestedRepositories = true)
  static class Application extends AbstractCosmosConfiguration {
    private final String database;

    Application(String database) {
      this.database = database;
    }

    @Bean
    CosmosClientBuilder clientBuilder() {
      return SERVER.builder(SdkMode.DIRECT);
    }

    @Override
    protected String getDatabaseName() {
      return database;
    }
  }

  @BeforeEach
  void start() {
    application = new AnnotationConfigApplicationContext();
    application.registerBean(Application.class, () -> new Application(database));
    application.refresh();
    orders = application.getBean(OrderRepository.class);
    carts = application.getBean(CartRepository.class);
  }

  private void stop() {
    application.close();
  }

  @AfterEach
  void deleteDatabase() {
    stop();
    SERVER.client(SdkMode.GATEWAY_HTTPS).getDatabase(database).delete();
  }

  private static List<String> ids(Iterable<Order> found) {
    return StreamSupport.stream(found.spliterator(), false).map(Order::getId).toList();
  }

  private List<Order> saveTwenty() {
    List<Order> all =
        IntStream.range(0, 20)
            .mapToObj(
                i ->
                    new Order(
                        String.format("o%02d", i),
                        i % 2 == 0 ? "ann" : "bob",
                        i,
                        i % 5 == 0 ? "open" : "sent"))
            .toList();
    List<Order> saved = new ArrayList<>();
    orders.saveAll(all).forEach(saved::add);
    assertThat(saved).hasSize(20).allMatch(order -> order.getEtag() != null);
    return saved;
  }

  @Test
  void savesFindsChangesAndDeletes() {
    Order order = new Order("1", "ann", 10, "open");
    Order saved = orders.save(order);
    assertThat(saved.getEtag()).isNotEmpty();
    assertThat(orders.findById("1", ANN)).get().isEqualTo(saved);
    assertThat(orders.findById("1")).get().isEqualTo(saved);
    assertThat(orders.existsById("1")).isTrue();
    assertThat(orders.findById("2", ANN)).isEmpty();

    saved.setTotal(11);
    Order changed = orders.save(saved);
    assertThat(changed.getTotal()).isEqualTo(11);
    assertThat(changed.getEtag()).isNotEqualTo(order.getEtag());
    Order patched =
        orders.save("1", ANN, Order.class, CosmosPatchOperations.create().set("/state", "sent"));
    assertThat(patched.getState()).isEqualTo("sent");
    assertThat(orders.findAll(ANN)).containsExactly(patched);

    orders.deleteById("1", ANN);
    assertThat(orders.findById("1", ANN)).isEmpty();
    assertThatThrownBy(() -> orders.deleteById("1", ANN)).hasStackTraceContaining("404");
    saveTwenty();
    orders.delete(orders.findById("o00", ANN).orElseThrow());
    assertThat(orders.count()).isEqualTo(19);
    orders.deleteAll();
    assertThat(orders.findAll()).isEmpty();
  }

  @Test
  void versionsAreChecked() {
    // Its version is null, or the one that it had elsewhere: there is none to compare with.
    Order restored = new Order("1", "ann", 10, "open");
    restored.setEtag("\"00000000-0000-0000-0000-000000000000\"");
    Order first = orders.save(restored);
    Order mine = orders.findById("1", ANN).orElseThrow();
    assertThat(mine.getEtag()).isEqualTo(first.getEtag());
    Order theirs = orders.findById("1", ANN).orElseThrow();
    theirs.setTotal(20);
    orders.save(theirs);
    mine.setTotal(30);
    assertThatThrownBy(() -> orders.save(mine))
        .isInstanceOf(CosmosAccessException.class)
        .hasStackTraceContaining("412");
    assertThatThrownBy(() -> orders.delete(mine)).hasStackTraceContaining("412");
    assertThat(orders.findById("1", ANN).orElseThrow().getTotal()).isEqualTo(20);
  }

  @Test
  void savesMany() {
    List<Order> saved = saveTwenty();
    assertThat(ids(orders.findAll(Sort.by("id"))))
        .isEqualTo(saved.stream().map(Order::getId).sorted().toList());
    saved.forEach(order -> order.setTotal(order.getTotal() + 100));
    List<Order> changed = new ArrayList<>();
    orders.saveAll(saved).forEach(changed::add);
    assertThat(orders.findByTotalBetween(100, 119)).hasSize(20);
    assertThat(ids(orders.findAllById(List.of("o01", "o02", "o99"))))
        .containsExactlyInAnyOrder("o01", "o02");
    // What others have changed since is not deleted, and Spring Data says nothing about it.
    orders.deleteAll(saved.subList(0, 5));
    assertThat(orders.count()).isEqualTo(20);
    orders.deleteAll(changed.subList(0, 5));
    assertThat(orders.count()).isEqualTo(15);
    orders.deleteById(changed.get(6).getId(), new PartitionKey(changed.get(6).getCustomer()));
    assertThat(orders.count()).isEqualTo(14);
  }

  @Test
  void derivesQueriesFromNames() {
    saveTwenty();
    assertThat(ids(orders.findByCustomerAndTotalGreaterThanOrderByTotalDesc("ann", 13)))
        .containsExactly("o18", "o16", "o14");
    assertThat(ids(orders.findByTotalBetween(3, 5))).containsExactlyInAnyOrder("o03", "o04", "o05");
    assertThat(ids(orders.findByStateInAndTotalNot(List.of("open", "lost"), 5)))
        .containsExactlyInAnyOrder("o00", "o10", "o15");
    assertThat(orders.findByIdStartingWith("o1")).hasSize(10);
    assertThat(orders.countByState("open")).isEqualTo(4);
    assertThat(orders.existsByState("lost")).isFalse();
    assertThat(orders.totalOf("bob")).containsExactly(100);
    orders.deleteByState("open");
    assertThat(orders.count()).isEqualTo(16);
    assertThat(orders.existsByState("open")).isFalse();
  }

  @Test
  void sortsAndPages() {
    saveTwenty();
    assertThat(ids(orders.findAll(Sort.by(Sort.Direction.DESC, "total"))))
        .startsWith("o19", "o18", "o17")
        .hasSize(20);
    List<String> found = new ArrayList<>();
    CosmosPageRequest request = new CosmosPageRequest(0, 7, null, Sort.by("total"));
    Page<Order> page = orders.findAll(request);
    assertThat(page.getTotalElements()).isEqualTo(20);
    while (true) {
      assertThat(page.getContent()).hasSizeLessThanOrEqualTo(7);
      found.addAll(ids(page));
      if (!page.hasNext()) {
        break;
      }
      page = orders.findAll(page.nextPageable());
    }
    assertThat(found).isSorted().hasSize(20);

    Page<Order> ofAnn = orders.findByCustomer("ann", new CosmosPageRequest(0, 4, null));
    assertThat(ofAnn.getTotalPages()).isEqualTo(3);
    assertThat(ofAnn.getContent()).hasSize(4).allMatch(o -> o.getCustomer().equals("ann"));
    assertThat(orders.findByCustomer("ann", ofAnn.nextPageable()).getContent())
        .hasSize(4)
        .doesNotContainAnyElementsOf(ofAnn.getContent());

    Slice<Order> slice =
        orders.findByTotalGreaterThanEqual(15, new CosmosPageRequest(0, 3, null, Sort.by("total")));
    assertThat(ids(slice)).containsExactly("o15", "o16", "o17");
    assertThat(ids(orders.findByTotalGreaterThanEqual(15, slice.nextPageable())))
        .containsExactly("o18", "o19");
  }

  @Test
  void itemsExpireByTheContainersTtlAndByTheirOwn() {
    carts.save(new Cart("default", "ann", null));
    carts.save(new Cart("short", "ann", 10));
    carts.save(new Cart("never", "ann", -1));
    SERVER.clock().advance(9);
    assertThat(carts.count()).isEqualTo(3);
    SERVER.clock().advance(1);
    assertThat(carts.findById("short", ANN)).isEmpty();
    assertThat(carts.count()).isEqualTo(2);
    // An expired item is absent, so that its id can be saved again.
    carts.save(new Cart("short", "ann", 10));
    SERVER.clock().advance(90);
    assertThat(carts.findAll()).extracting(Cart::getId).containsExactly("never");
  }

  /** It finds its database and containers there, and leaves them as they are. */
  @Test
  void theApplicationStartsAgain() {
    Order order = orders.save(new Order("1", "ann", 10, "open"));
    carts.save(new Cart("1", "ann", null));
    stop();
    start();
    assertThat(orders.findById("1", ANN)).get().isEqualTo(order);
    SERVER.clock().advance(100);
    assertThat(carts.findById("1", ANN)).isEmpty();
  }
}
