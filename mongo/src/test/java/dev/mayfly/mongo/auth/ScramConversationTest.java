package dev.mayfly.mongo.auth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mayfly.engine.Engine;
import dev.mayfly.engine.EngineOptions;
import dev.mayfly.engine.clock.MovableClock;
import dev.mayfly.mongo.error.MongoException;
import dev.mayfly.testkit.storage.MemoryStorage;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What clients say wrong; the driver's tests show what they say right. */
class ScramConversationTest {
  private final Engine engine =
      Engine.open(
          new MemoryStorage(),
          MovableClock.frozenAt(1_800_000_000L),
          EngineOptions.DEFAULT.withoutBackground());
  private final Users users = new Users(engine);

  @AfterEach
  void close() {
    engine.close();
  }

  private Conversation begin(ScramMechanism mechanism) {
    return new Authentication(users).begin(mechanism.wireName(), "admin", false, false, true);
  }

  private static String say(Conversation conversation, String text) {
    byte[] answer = conversation.step(text.getBytes(StandardCharsets.UTF_8));
    return new String(answer, StandardCharsets.UTF_8);
  }

  private static String saltOf(String serverFirst) {
    return serverFirst.split(",")[1];
  }

  @ParameterizedTest
  @EnumSource
  void aUserThatDoesNotExistLooksLikeOneThatDoes(ScramMechanism mechanism) {
    String once = say(begin(mechanism), "n,,n=nobody,r=abc");
    String again = say(begin(mechanism), "n,,n=nobody,r=abc");
    String other = say(begin(mechanism), "n,,n=nobody2,r=abc");

    assertThat(once).startsWith("r=abc").endsWith(",i=" + mechanism.iterations());
    assertThat(saltOf(again)).isEqualTo(saltOf(once)).isNotEqualTo(saltOf(other));
    assertThat(again).isNotEqualTo(once);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "n,,",
        ",,n=a,r=b",
        "p=tls-unique,,n=a,r=b",
        "n,,r=b,n=a",
        "n,,n=a=2,r=b",
        "n,,n=a",
        "garbage"
      })
  void aFirstMessageThatIsNoneIsRefused(String text) {
    assertThatThrownBy(() -> say(begin(ScramMechanism.SCRAM_SHA_256), text))
        .isInstanceOf(MongoException.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"c=biws,r=%s,p=!", "c=biws,r=%s,p=AAAA", "c=eSws,r=%s,p=AAAA", "r=%s"})
  void aWrongProofIsRefused(String text) {
    Conversation conversation = begin(ScramMechanism.SCRAM_SHA_256);
    String nonce = say(conversation, "n,,n=nobody,r=abc").split(",")[0].substring(2);

    assertThatThrownBy(() -> say(conversation, text.formatted(nonce)))
        .isInstanceOfSatisfying(MongoException.class, e -> assertThat(e.code()).isEqualTo(18))
        .hasMessage("Authentication failed.");
    assertThat(conversation.isDone()).isFalse();
    assertThat(conversation.user()).isNull();
  }

  @Test
  void otherMechanismsAreNotThere() {
    assertThatThrownBy(() -> new Authentication(users).begin("GSSAPI", "x", true, false, true))
        .isInstanceOfSatisfying(MongoException.class, e -> assertThat(e.code()).isEqualTo(334));
  }

  @ParameterizedTest
  @EnumSource
  void aPasswordIsKnownByItsCredentials(ScramMechanism mechanism) {
    ScramCredentials credentials = mechanism.credentials("ann", "p\u00e4ss");

    assertThat(mechanism.isPassword("ann", "p\u00e4ss", credentials)).isTrue();
    assertThat(mechanism.isPassword("ann", "pass", credentials)).isFalse();
    assertThat(ScramCredentials.of(credentials.toDocument()).toDocument())
        .isEqualTo(credentials.toDocument());
    assertThat(credentials.toString()).doesNotContain("salt");
  }
}
