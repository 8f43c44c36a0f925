package dev.mayfly.cosmos.sdk;

import static org.assertj.core.api.Assertions.assertThat;

import com.azure.cosmos.CosmosAsyncDatabase;
import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.CosmosScripts;
import com.azure.cosmos.models.CosmosClientEncryptionKeyProperties;
import com.azure.cosmos.models.CosmosQueryRequestOptions;
import com.azure.cosmos.models.CosmosStoredProcedureProperties;
import com.azure.cosmos.models.CosmosTriggerProperties;
import com.azure.cosmos.models.CosmosUserDefinedFunctionProperties;
import com.azure.cosmos.models.EncryptionKeyWrapMetadata;
import com.azure.cosmos.models.TriggerOperation;
import com.azure.cosmos.models.TriggerType;
import org.junit.jupiter.api.Test;

/** What is kept and returned: scripts, client encryption keys, conflicts. */
class ScriptSdkTest extends SdkTest {
  private static final String BODY = "function () { return 1; }";

  @Test
  void storedProceduresAreKept() {
    CosmosScripts scripts = container((Integer) null).getScripts();
    scripts.createStoredProcedure(new CosmosStoredProcedureProperties("sp", BODY));
    // The client replaces by the link that it read: a path of resource ids.
    CosmosStoredProcedureProperties kept = scripts.getStoredProcedure("sp").read().getProperties();
    assertThat(kept.getBody()).isEqualTo(BODY);
    scripts.getStoredProcedure("sp").replace(kept.setBody("function () {}"));
    assertThat(scripts.readAllStoredProcedures().stream())
        .extracting(CosmosStoredProcedureProperties::getBody)
        .containsExactly("function () {}");
    scripts.getStoredProcedure("sp").delete();
    assertRefused(404, 0, () -> scripts.getStoredProcedure("sp").read());
  }

  @Test
  void triggersAndFunctionsAreKept() {
    CosmosContainer container = container((Integer) null);
    CosmosScripts scripts = container.getScripts();
    CosmosTriggerProperties trigger = new CosmosTriggerProperties("t", BODY);
    trigger.setTriggerType(TriggerType.PRE);
    trigger.setTriggerOperation(TriggerOperation.CREATE);
    scripts.createTrigger(trigger);
    assertThat(scripts.getTrigger("t").read().getProperties().getTriggerOperation())
        .isEqualTo(TriggerOperation.CREATE);
    scripts.createUserDefinedFunction(new CosmosUserDefinedFunctionProperties("f", BODY));
    assertThat(scripts.readAllUserDefinedFunctions().stream()).hasSize(1);
  }

  @Test
  void clientEncryptionKeysAreKept() {
    CosmosAsyncDatabase async = SERVER.asyncClient(mode).getDatabase(database.getId());
    async
        .createClientEncryptionKey(
            new CosmosClientEncryptionKeyProperties(
                "key",
                "AEAD_AES_256_CBC_HMAC_SHA256",
                new byte[] {1, 2, 3},
                new EncryptionKeyWrapMetadata("type", "name", "value", "RSA-OAEP")))
        .block();
    CosmosClientEncryptionKeyProperties read =
        async.getClientEncryptionKey("key").read().block().getProperties();
    assertThat(read.getWrappedDataEncryptionKey()).containsExactly(1, 2, 3);
    assertThat(read.getEncryptionKeyWrapMetadata().getValue()).isEqualTo("value");
    assertThat(async.readAllClientEncryptionKeys().collectList().block()).hasSize(1);
  }

  @Test
  void thereAreNoConflicts() {
    CosmosContainer container = container((Integer) null);
    assertThat(
            SERVER
                .asyncClient(mode)
                .getDatabase(database.getId())
                .getContainer(container.getId())
                .readAllConflicts(new CosmosQueryRequestOptions())
                .collectList()
                .block())
        .isEmpty();
    assertThat(
            SERVER
                .asyncClient(mode)
                .getDatabase(database.getId())
                .getContainer(container.getId())
                .queryConflicts("SELECT * FROM c")
                .collectList()
                .block())
        .isEmpty();
  }
}
