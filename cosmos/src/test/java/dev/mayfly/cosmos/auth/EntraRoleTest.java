package dev.mayfly.cosmos.auth;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mayfly.cosmos.resource.ResourceType;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What the roles of principals allow, over all routes. */
class EntraRoleTest {
  private static final Set<ResourceType> DATA =
      Set.of(ResourceType.ITEM, ResourceType.CONFLICT, ResourceType.PARTITION_KEY_RANGE);

  private static final Set<ResourceType> METADATA =
      Set.of(
          ResourceType.ACCOUNT,
          ResourceType.ADDRESS,
          ResourceType.DATABASE,
          ResourceType.CONTAINER,
          ResourceType.OFFER);

  @Test
  void aReaderMayWhatAReadOnlyKeyMayWithItemsAndMetadata() {
    RouteAccess.table()
        .forEach(
            (type, operations) ->
                operations.forEach(
                    (operation, access) ->
                        assertThat(EntraRole.READER.allows(type, operation))
                            .as(type + " " + operation)
                            .isEqualTo(
                                access.readOnlyKey()
                                    && (DATA.contains(type) || METADATA.contains(type)))));
  }

  @Test
  void aContributorAlsoWritesItemsAndNothingElse() {
    RouteAccess.table()
        .forEach(
            (type, operations) ->
                operations.forEach(
                    (operation, access) -> {
                      boolean writesData =
                          DATA.contains(type)
                              || operation == Operation.DELETE_PARTITION
                              || operation == Operation.EXECUTE;
                      assertThat(EntraRole.CONTRIBUTOR.allows(type, operation))
                          .as(type + " " + operation)
                          .isEqualTo(writesData || EntraRole.READER.allows(type, operation));
                    }));
  }
}
