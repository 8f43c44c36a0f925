package dev.mayfly.cosmos.auth;

import static java.util.Objects.requireNonNull;

import java.util.Map;

/**
 * How tokens of Microsoft Entra ID are checked.
 *
 * @param jwks the issuer's public keys, a JSON Web Key Set; null if only test tokens are accepted
 * @param issuer that tokens must name; null with test tokens
 * @param audience that tokens must be for; null with test tokens
 * @param roles by the id of a principal, an application or a group, or by the name of an app role
 * @param testTokens whether the emulator's test tokens are accepted, whose signature means nothing
 */
public record EntraOptions(
    String jwks, String issuer, String audience, Map<String, EntraRole> roles, boolean testTokens) {
  public EntraOptions {
    roles = Map.copyOf(roles);
    if (!testTokens) {
      requireNonNull(jwks, "jwks");
      requireNonNull(issuer, "issuer");
      requireNonNull(audience, "audience");
    }
  }

  /** Accepts the emulator's test tokens, with all rights on items. */
  public static EntraOptions ofTestTokens() {
    return new EntraOptions(null, null, null, Map.of(), true);
  }
}
