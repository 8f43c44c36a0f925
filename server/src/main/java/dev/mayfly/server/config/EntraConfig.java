package dev.mayfly.server.config;

import dev.mayfly.cosmos.auth.EntraOptions;
import dev.mayfly.cosmos.auth.EntraRole;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Reads how tokens of Microsoft Entra ID are checked. */
final class EntraConfig {
  private EntraConfig() {}

  /**
   * The options that the settings stand for; empty if no token is accepted.
   *
   * @param jwks file with the issuer's public keys
   * @param roles pairs of an id and a role, with commas between them
   */
  static Optional<EntraOptions> of(
      Optional<Path> jwks,
      Optional<String> issuer,
      Optional<String> audience,
      Optional<String> roles,
      boolean testTokens) {
    if (testTokens) {
      if (jwks.isPresent()) {
        throw new ConfigException(
            "cosmos-entra-test-tokens and cosmos-entra-jwks exclude each other: leave one out");
      }
      return Optional.of(EntraOptions.ofTestTokens());
    }
    if (jwks.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        new EntraOptions(
            read(jwks.get()),
            required("cosmos-entra-issuer", issuer),
            required("cosmos-entra-audience", audience),
            roles(required("cosmos-entra-roles", roles)),
            false));
  }

  private static String required(String key, Optional<String> value) {
    return value.orElseThrow(
        () -> new ConfigException("cosmos-entra-jwks is set, so " + key + " must be set too"));
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new ConfigException("can't read cosmos-entra-jwks '" + file + "': " + e, e);
    }
  }

  private static Map<String, EntraRole> roles(String text) {
    Map<String, EntraRole> roles = new HashMap<>();
    for (String pair : text.strip().split("\\s*,\\s*")) {
      int equals = pair.lastIndexOf('=');
      try {
        String name = pair.substring(equals + 1).strip().toUpperCase(Locale.ROOT);
        roles.put(pair.substring(0, equals).strip(), EntraRole.valueOf(name));
      } catch (IllegalArgumentException | StringIndexOutOfBoundsException e) {
        throw new ConfigException(
            "cosmos-entra-roles has '" + pair + "'; expected ID=reader or ID=contributor", e);
      }
    }
    return roles;
  }
}
