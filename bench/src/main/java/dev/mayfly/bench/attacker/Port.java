package dev.mayfly.bench.attacker;

import java.util.Locale;

/** Where a connection goes. */
enum Port {
  MONGO,
  COSMOS,
  COSMOS_TLS,
  ADMIN;

  int number(Target target) {
    return switch (this) {
      case MONGO -> target.mongoPort();
      case COSMOS, COSMOS_TLS -> target.cosmosPort();
      case ADMIN -> target.adminPort();
    };
  }

  String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
