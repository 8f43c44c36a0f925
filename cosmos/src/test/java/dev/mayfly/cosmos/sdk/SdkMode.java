package dev.mayfly.cosmos.sdk;

import com.azure.cosmos.CosmosClientBuilder;
import dev.mayfly.testkit.Rounds;
import java.util.List;

/** The ways in which the SDK reaches the server. */
enum SdkMode {
  GATEWAY_HTTP("http://", 1),
  GATEWAY_HTTPS("https://", 5),

  /** The default of clients; what is not in direct mode goes over HTTPS. */
  DIRECT("https://", 5);

  private final String prefix;
  private final int rangesPerContainer;

  SdkMode(String prefix, int rangesPerContainer) {
    this.prefix = prefix;
    this.rangesPerContainer = rangesPerContainer;
  }

  /** Those of this run: the short one has the default of clients only. */
  static List<SdkMode> ofRun() {
    return Rounds.isFull() ? List.of(values()) : List.of(DIRECT);
  }

  String prefix() {
    return prefix;
  }

  /** How many partition key ranges new containers have on the server that it reaches. */
  int rangesPerContainer() {
    return rangesPerContainer;
  }

  CosmosClientBuilder set(CosmosClientBuilder builder) {
    return this == DIRECT ? builder : builder.gatewayMode();
  }
}
