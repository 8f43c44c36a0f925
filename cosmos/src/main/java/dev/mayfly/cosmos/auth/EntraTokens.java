package dev.mayfly.cosmos.auth;

import static java.util.Objects.requireNonNull;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.source.ImmutableJWKSet;
import com.nimbusds.jose.proc.BadJOSEException;
import com.nimbusds.jose.proc.JWSVerificationKeySelector;
import com.nimbusds.jose.proc.SecurityContext;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.JWTParser;
import com.nimbusds.jwt.proc.BadJWTException;
import com.nimbusds.jwt.proc.ConfigurableJWTProcessor;
import com.nimbusds.jwt.proc.DefaultJWTClaimsVerifier;
import com.nimbusds.jwt.proc.DefaultJWTProcessor;
import dev.mayfly.cosmos.http.CosmosException;
import dev.mayfly.cosmos.http.Request;
import dev.mayfly.cosmos.resource.ResourcePath;
import java.text.ParseException;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;

/**
 * Tokens of Microsoft Entra ID. The signature is checked with the issuer's keys, then issuer,
 * audience and time; what a token allows is the role that its principal is mapped to. From any
 * thread.
 */
public final class EntraTokens {
  private static final int REMEMBERED_MAX = 1000;
  private static final int LENGTH_MAX = 16 * 1024;
  private static final Set<JWSAlgorithm> ALGORITHMS =
      Set.of(JWSAlgorithm.RS256, JWSAlgorithm.RS384, JWSAlgorithm.RS512, JWSAlgorithm.ES256);

  private final EntraOptions options;
  private final LongSupplier wallMillis;
  private final DefaultJWTClaimsVerifier<SecurityContext> times;
  private final ConfigurableJWTProcessor<SecurityContext> processor;

  /** Checking a signature takes longer than answering, and clients send a token many times. */
  private final Map<String, JWTClaimsSet> checked = new ConcurrentHashMap<>();

  /**
   * @param wallMillis milliseconds since the epoch, by the clock of the machine
   * @throws IllegalArgumentException if the key set can't be read
   */
  public EntraTokens(EntraOptions options, LongSupplier wallMillis) {
    this.options = requireNonNull(options, "options");
    this.wallMillis = requireNonNull(wallMillis, "wallMillis");
    JWTClaimsSet exact = new JWTClaimsSet.Builder().issuer(options.issuer()).build();
    this.times =
        new DefaultJWTClaimsVerifier<>(
            options.audience(), options.testTokens() ? null : exact, Set.of("exp")) {
          @Override
          protected Date currentTime() {
            return new Date(wallMillis.getAsLong());
          }
        };
    this.processor = options.testTokens() ? null : processor();
  }

  private ConfigurableJWTProcessor<SecurityContext> processor() {
    ConfigurableJWTProcessor<SecurityContext> made = new DefaultJWTProcessor<>();
    try {
      ImmutableJWKSet<SecurityContext> keys =
          new ImmutableJWKSet<>(JWKSet.parse(options.jwks()).toPublicJWKSet());
      made.setJWSKeySelector(new JWSVerificationKeySelector<>(ALGORITHMS, keys));
    } catch (ParseException e) {
      throw new IllegalArgumentException("it is not a JSON Web Key Set: " + e.getMessage(), e);
    }
    made.setJWTClaimsSetVerifier(times);
    return made;
  }

  /**
   * The caller that a token stands for.
   *
   * @throws CosmosException 401 if the token is not valid, 403 if it does not allow the request
   */
  Caller authorize(String token, Request request, ResourcePath path) {
    JWTClaimsSet claims = claims(token);
    EntraRole role = options.testTokens() ? EntraRole.CONTRIBUTOR : role(claims);
    Operation operation = Operation.of(request, path);
    if (role == null || !role.allows(path.type(), operation)) {
      throw new CosmosException(
          403,
          5300,
          "Request blocked by Auth: principal ["
              + claims.getClaim("oid")
              + "] does not have required RBAC permissions to perform "
              + operation
              + " on resource ["
              + request.path()
              + "]. Learn more: https://aka.ms/cosmos-native-rbac.");
    }
    return role == EntraRole.READER ? new Caller.Owner(true) : Caller.OWNER;
  }

  private JWTClaimsSet claims(String token) {
    if (token.length() > LENGTH_MAX) {
      throw AuthorizationHeader.malformed();
    }
    try {
      JWTClaimsSet known = checked.get(token);
      if (known != null) {
        times.verify(known, null);
        return known;
      }
      JWTClaimsSet claims = read(token);
      if (checked.size() >= REMEMBERED_MAX) {
        checked.clear();
      }
      checked.put(token, claims);
      return claims;
    } catch (ParseException | BadJOSEException | JOSEException e) {
      throw new CosmosException(
          401,
          "The input authorization token can't serve the request. The Microsoft Entra ID token is"
              + " not valid: "
              + e.getMessage());
    }
  }

  private JWTClaimsSet read(String token) throws ParseException, BadJOSEException, JOSEException {
    if (processor != null) {
      return processor.process(token, null);
    }
    JWTClaimsSet claims = JWTParser.parse(token).getJWTClaimsSet();
    if (claims == null) {
      throw new BadJWTException("it has no claims");
    }
    times.verify(claims, null);
    return claims;
  }

  /** The highest of the roles that the claims lead to; null if there is none. */
  private EntraRole role(JWTClaimsSet claims) {
    List<String> ids = new ArrayList<>();
    for (String name : new String[] {"oid", "appid", "azp", "roles", "groups"}) {
      Object value = claims.getClaim(name);
      if (value instanceof String text) {
        ids.add(text);
      } else if (value instanceof List<?> list) {
        list.forEach(each -> ids.add(String.valueOf(each)));
      }
    }
    EntraRole highest = null;
    for (String id : ids) {
      EntraRole role = options.roles().get(id);
      if (role != null && (highest == null || role.compareTo(highest) > 0)) {
        highest = role;
      }
    }
    return highest;
  }
}
