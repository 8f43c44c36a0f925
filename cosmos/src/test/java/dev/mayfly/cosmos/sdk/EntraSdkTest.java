package dev.mayfly.cosmos.sdk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.azure.core.credential.AccessToken;
import com.azure.core.credential.TokenCredential;
import com.azure.cosmos.CosmosClient;
import com.azure.cosmos.CosmosClientBuilder;
import com.azure.cosmos.CosmosContainer;
import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.PlainJWT;
import com.nimbusds.jwt.SignedJWT;
import dev.mayfly.cosmos.CosmosOptions;
import dev.mayfly.cosmos.CosmosServer;
import dev.mayfly.cosmos.auth.EntraOptions;
import dev.mayfly.cosmos.auth.EntraRole;
import java.io.IOException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Date;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;

/** Clients that authenticate with tokens of Microsoft Entra ID. */
class EntraSdkTest extends SdkTest {
  private static final String ISSUER = "https://sts.example/tenant/";
  private static final String AUDIENCE = "https://mayfly.example";
  private static final RSAKey KEY = key("one");
  private static final RSAKey STRANGE = key("one");

  private CosmosContainer container;
  private CosmosServer server;

  private static RSAKey key(String id) {
    try {
      return new RSAKeyGenerator(2048).keyID(id).generate();
    } catch (JOSEException e) {
      throw new IllegalStateException(e);
    }
  }

  @BeforeEach
  void start() throws IOException {
    container = container((Integer) null);
    container.createItem(item("x"));
    start(
        new EntraOptions(
            new JWKSet(KEY.toPublicJWK()).toString(),
            ISSUER,
            AUDIENCE,
            Map.of("ann", EntraRole.READER, "writers", EntraRole.CONTRIBUTOR),
            false));
  }

  private void start(EntraOptions options) throws IOException {
    stop();
    server = CosmosServer.start(SERVER.engine(mode), CosmosOptions.defaults().withEntra(options));
  }

  @AfterEach
  void stop() {
    if (server != null) {
      server.close();
    }
  }

  private static JWTClaimsSet.Builder claims(String principal) {
    Instant now = Instant.now();
    return new JWTClaimsSet.Builder()
        .issuer(ISSUER)
        .audience(AUDIENCE)
        .claim("oid", principal)
        .notBeforeTime(Date.from(now.minusSeconds(60)))
        .expirationTime(Date.from(now.plusSeconds(600)));
  }

  private static String signed(JWTClaimsSet.Builder claims, RSAKey key) {
    try {
      JWSHeader header = new JWSHeader.Builder(JWSAlgorithm.RS256).keyID(key.getKeyID()).build();
      SignedJWT token = new SignedJWT(header, claims.build());
      token.sign(new RSASSASigner(key));
      return token.serialize();
    } catch (JOSEException e) {
      throw new IllegalStateException(e);
    }
  }

  private CosmosClient client(String token) {
    TokenCredential credential =
        request -> {
          OffsetDateTime expiry = OffsetDateTime.now(ZoneOffset.UTC).plusMinutes(10);
          return Mono.just(new AccessToken(token, expiry));
        };
    return mode.set(new CosmosClientBuilder())
        .endpoint(mode.prefix() + "localhost:" + server.port() + "/")
        .credential(credential)
        .buildClient();
  }

  private CosmosContainer through(CosmosClient client) {
    return client.getDatabase(database.getId()).getContainer(container.getId());
  }

  @Test
  void aReaderReadsAndDoesNotWrite() {
    try (CosmosClient reader = client(signed(claims("ann"), KEY))) {
      assertThat(read(through(reader), "x").get("id").asText()).isEqualTo("x");
      assertThat(ids(through(reader))).containsExactly("x");
      assertRefused(403, 5300, () -> through(reader).upsertItem(item("y")));
      assertRefused(403, 5300, () -> reader.createDatabase("made-by-a-reader"));
    }
  }

  @Test
  void aContributorWritesItemsAndNoDefinitions() {
    JWTClaimsSet.Builder member = claims("bob").claim("groups", List.of("writers"));
    try (CosmosClient writer = client(signed(member, KEY))) {
      assertThat(through(writer).upsertItem(item("y")).getStatusCode()).isEqualTo(201);
      assertThat(ids(through(writer))).containsExactly("x", "y");
      assertRefused(403, 5300, () -> writer.createDatabase("made-by-a-writer"));
      assertRefused(403, 5300, () -> through(writer).delete());
    }
  }

  @Test
  void otherTokensAreRefused() {
    Date past = Date.from(Instant.now().minusSeconds(3600));
    assertNotAccepted(signed(claims("ann"), STRANGE), "Signed JWT rejected");
    assertNotAccepted(signed(claims("ann").issuer("https://other"), KEY), "iss");
    assertNotAccepted(signed(claims("ann").audience("https://other"), KEY), "aud");
    assertNotAccepted(signed(claims("ann").expirationTime(past), KEY), "Expired");
    assertNotAccepted(signed(claims("ann").expirationTime(null), KEY), "exp");
    assertNotAccepted(unsigned("ann"), "not valid");
    assertNotAccepted("nonsense", "not valid");
    try (CosmosClient withoutRole = client(signed(claims("eve"), KEY))) {
      assertRefused(403, 5300, () -> read(through(withoutRole), "x"));
    } catch (RuntimeException e) {
      // The client reads the account first, which a principal without a role may not do.
      assertThat(e).hasStackTraceContaining("[eve] does not have required RBAC permissions");
    }
  }

  private void assertNotAccepted(String token, String why) {
    assertThatThrownBy(
            () -> {
              try (CosmosClient client = client(token)) {
                read(through(client), "x");
              }
            })
        .hasStackTraceContaining("The Microsoft Entra ID token is not valid")
        .hasStackTraceContaining(why);
  }

  private static String unsigned(String principal) {
    return new PlainJWT(claims(principal).build()).serialize();
  }

  @Test
  void testTokensNeedTheirOption() throws IOException {
    start(EntraOptions.ofTestTokens());
    try (CosmosClient client = client(signed(claims("anyone"), STRANGE))) {
      assertThat(through(client).upsertItem(item("y")).getStatusCode()).isEqualTo(201);
      assertRefused(403, 5300, () -> client.createDatabase("made-by-a-tester"));
    }
    Date past = Date.from(Instant.now().minusSeconds(3600));
    assertNotAccepted(signed(claims("anyone").expirationTime(past), STRANGE), "Expired");
  }
}
