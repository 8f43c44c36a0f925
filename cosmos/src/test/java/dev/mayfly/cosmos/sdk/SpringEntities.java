package dev.mayfly.cosmos.sdk;

import com.azure.spring.data.cosmos.core.mapping.Container;
import com.azure.spring.data.cosmos.core.mapping.PartitionKey;
import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.Objects;
import org.springframework.data.annotation.Id;
import org.springframework.data.annotation.Version;

/** What the application with Spring Data stores. */
final class SpringEntities {
  private SpringEntities() {}

  /** An order with optimistic locking: a concurrent change is not overwritten. */
  @Container(containerName = "orders")
  public static final class Order {
    @Id private String id;
    @PartitionKey private String customer;
    private int total;
    private String state;
    @Version private String etag;

    public Order() {}

    Order(String id, String customer, int total, String state) {
      this.id = id;
      this.customer = customer;
      this.total = total;
      this.state = state;
    }

    public String getId() {
      return id;
    }

    public void setId(String id) {
      this.id = id;
    }

    public String getCustomer() {
      return customer;
    }

    public void setCustomer(String customer) {
      this.customer = customer;
    }

    public int getTotal() {
      return total;
    }

    public void setTotal(int total) {
      this.total = total;
    }

    public String getState() {
      return state;
    }

    public void setState(String state) {
      this.state = state;
    }

    public String getEtag() {
      return etag;
    }

    public void setEtag(String etag) {
      this.etag = etag;
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Order order
          && Objects.equals(id, order.id)
          && Objects.equals(customer, order.customer)
          && total == order.total
          && Objects.equals(state, order.state)
          && Objects.equals(etag, order.etag);
    }

    @Override
    public int hashCode() {
      return Objects.hash(id, customer);
    }
  }

  /** A cart, which expires after 100 seconds unless it says otherwise. */
  @Container(containerName = "carts", timeToLive = 100)
  public static final class Cart {
    @Id private String id;
    @PartitionKey private String customer;

    /** Left out where it is null: the service refuses a TTL that is null. */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    private Integer ttl;

    public Cart() {}

    Cart(String id, String customer, Integer ttl) {
      this.id = id;
      this.customer = customer;
      this.ttl = ttl;
    }

    public String getId() {
      return id;
    }

    public void setId(String id) {
      this.id = id;
    }

    public String getCustomer() {
      return customer;
    }

    public void setCustomer(String customer) {
      this.customer = customer;
    }

    public Integer getTtl() {
      return ttl;
    }

    public void setTtl(Integer ttl) {
      this.ttl = ttl;
    }
  }
}
