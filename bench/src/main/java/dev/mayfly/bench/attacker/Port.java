package dev.mayfly.bench.attacker;

import java.util.Locale;

/** Where a connection goes, and whether it begins with a handshake of TLS. */
enum Port {
  MONGO,
  COSMOS,
  COSMOS_TLS,
  DIRECT,
  /** The port of direct mode without the TLS that it needs. */
  DIRECT_PLAIN,
  ADMIN;

  int number(Target target) {
    return switch (this) {
      case MONGO -> target.mongoPort();
      case COSMOS, COSMOS_TLS -> target.cosmosPort();
      case DIRECT, DIRECT_PLAIN -> target.directPort();
      case ADMIN -> target.adminPort();
    };
  }

  boolean isSecure() {
    return this == COSMOS_TLS || this == DIRECT;
  }

  String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
