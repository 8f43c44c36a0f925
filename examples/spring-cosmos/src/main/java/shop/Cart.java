package shop;

import com.azure.spring.data.cosmos.core.mapping.Container;
import com.azure.spring.data.cosmos.core.mapping.PartitionKey;
import org.springframework.data.annotation.Id;

/** A cart of a user, for thirty days after its last change. */
@Container(containerName = "carts", timeToLive = 30 * 24 * 60 * 60)
public class Cart {
  @Id private String id;
  @PartitionKey private String user;

  public Cart() {}

  public Cart(String id, String user) {
    this.id = id;
    this.user = user;
  }

  public String getId() {
    return id;
  }

  public void setId(String id) {
    this.id = id;
  }

  public String getUser() {
    return user;
  }

  public void setUser(String user) {
    this.user = user;
  }
}
