package dev.mayfly.cosmos.sdk;

import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.CosmosDatabase;
import com.azure.cosmos.models.CosmosItemRequestOptions;
import com.azure.cosmos.models.CosmosStoredProcedureProperties;
import com.azure.cosmos.models.CosmosStoredProcedureRequestOptions;
import com.azure.cosmos.models.CosmosStoredProcedureResponse;
import com.azure.cosmos.models.CosmosTriggerProperties;
import com.azure.cosmos.models.CosmosUserDefinedFunctionProperties;
import com.azure.cosmos.models.PartitionKey;
import com.azure.cosmos.models.TriggerOperation;
import com.azure.cosmos.models.TriggerType;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;

/** What tests of scripts through the real SDK have in common. */
abstract class ScriptedSdkTest extends SdkTest {
  /** Clients in direct mode wait for five seconds, which a process may take to start. */
  @BeforeEach
  void startScripts() {
    SdkMode gateway = mode == SdkMode.DIRECT ? SdkMode.GATEWAY_HTTPS : mode;
    CosmosDatabase same = SERVER.client(gateway).getDatabase(database.getId());
    same.createContainer("warm", "/pk");
    CosmosContainer warm = same.getContainer("warm");
    String id = procedure(warm, "function () {}");
    CosmosStoredProcedureRequestOptions options = new CosmosStoredProcedureRequestOptions();
    options.setPartitionKey(PK);
    warm.getScripts().getStoredProcedure(id).execute(List.of(), options);
  }

  /** Makes a stored procedure of that text and executes it in the partition "p". */
  static CosmosStoredProcedureResponse execute(
      CosmosContainer container, String body, Object... parameters) {
    return execute(container, PK, body, parameters);
  }

  static CosmosStoredProcedureResponse execute(
      CosmosContainer container, PartitionKey key, String body, Object... parameters) {
    CosmosStoredProcedureRequestOptions options = new CosmosStoredProcedureRequestOptions();
    options.setPartitionKey(key);
    options.setScriptLoggingEnabled(true);
    return container
        .getScripts()
        .getStoredProcedure(procedure(container, body))
        .execute(List.of(parameters), options);
  }

  static String procedure(CosmosContainer container, String body) {
    String id = "sp-" + UUID.randomUUID();
    container.getScripts().createStoredProcedure(new CosmosStoredProcedureProperties(id, body));
    return id;
  }

  static void trigger(
      CosmosContainer container,
      String id,
      TriggerType type,
      TriggerOperation operation,
      String body) {
    CosmosTriggerProperties trigger = new CosmosTriggerProperties(id, body);
    trigger.setTriggerType(type);
    trigger.setTriggerOperation(operation);
    container.getScripts().createTrigger(trigger);
  }

  static void function(CosmosContainer container, String id, String body) {
    container
        .getScripts()
        .createUserDefinedFunction(new CosmosUserDefinedFunctionProperties(id, body));
  }

  static CosmosItemRequestOptions triggers(String pre, String post) {
    CosmosItemRequestOptions options = new CosmosItemRequestOptions();
    options.setContentResponseOnWriteEnabled(true);
    if (pre != null) {
      options.setPreTriggerInclude(List.of(pre));
    }
    if (post != null) {
      options.setPostTriggerInclude(List.of(post));
    }
    return options;
  }
}
