package dev.mayfly.server.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mayfly.cosmos.auth.EntraOptions;
import dev.mayfly.cosmos.auth.EntraRole;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How the acceptance of Microsoft Entra ID tokens is configured. */
class EntraConfigTest {
  private static final String OWN_KEY = "A".repeat(64);

  @TempDir private Path directory;

  private Optional<Path> jwks() throws IOException {
    return Optional.of(Files.writeString(directory.resolve("keys.json"), "{\"keys\":[]}"));
  }

  private static Optional<EntraOptions> of(
      Optional<Path> jwks, String issuer, String roles, boolean testTokens) {
    return EntraConfig.of(
        jwks, Optional.ofNullable(issuer), Optional.of("aud"), Optional.of(roles), testTokens);
  }

  @Test
  void withoutKeysNoTokenIsAccepted() {
    assertThat(of(Optional.empty(), "iss", "a=reader", false)).isEmpty();
  }

  @Test
  void keysNeedAnIssuerAndRoles() throws IOException {
    EntraOptions options = of(jwks(), "iss", "a=reader, b=Contributor", false).orElseThrow();
    assertThat(options.roles())
        .containsEntry("a", EntraRole.READER)
        .containsEntry("b", EntraRole.CONTRIBUTOR)
        .hasSize(2);
    assertThatThrownBy(() -> of(jwks(), null, "a=reader", false))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("cosmos-entra-issuer must be set");
    for (String wrong : List.of("a", "a=owner", "=")) {
      assertThatThrownBy(() -> of(jwks(), "iss", wrong, false))
          .isInstanceOf(ConfigException.class)
          .hasMessageContaining("expected ID=reader or ID=contributor");
    }
  }

  @Test
  void testTokensAreForLoopbackAlone() throws IOException {
    assertThatThrownBy(() -> of(jwks(), "iss", "a=reader", true))
        .hasMessageContaining("exclude each other");
    Optional<EntraOptions> options = of(Optional.empty(), null, "a=reader", true);
    assertThat(config("127.0.0.1", options).entra()).isEqualTo(options);
    assertThatThrownBy(() -> config("0.0.0.0", options))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("cosmos-entra-test-tokens");
  }

  private static CosmosConfig config(String bind, Optional<EntraOptions> entra) {
    return new CosmosConfig(
        bind,
        0,
        OptionalInt.empty(),
        false,
        Optional.of(OWN_KEY),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        new CertificateConfig(Optional.empty(), Optional.empty(), Optional.empty(), List.of()),
        0,
        entra);
  }
}
