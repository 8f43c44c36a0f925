package dev.mayfly.mongo.access;

import dev.mayfly.mongo.auth.Action;
import dev.mayfly.mongo.auth.User;
import java.util.Set;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonNumber;
import org.bson.BsonString;
import org.bson.BsonValue;

/** Privilege checks that depend on the arguments of a command. */
final class PrivilegeChecks {
  private static final Set<Action> WRITES = Set.of(Action.INSERT, Action.UPDATE, Action.REMOVE);

  static final PrivilegeCheck AGGREGATE =
      new PrivilegeCheck(
          "`find`, and what its stages need; for `bypassDocumentValidation` that on the target",
          (user, asked) -> {
            BsonValue pipeline = asked.body().get("pipeline");
            return StageAccess.mayRun(user, pipeline, asked.database())
                && (!asked.isTrue("bypassDocumentValidation")
                    || StageAccess.targets(pipeline, asked.database()).stream()
                        .allMatch(each -> user.mayDo(Action.BYPASS_DOCUMENT_VALIDATION, each)));
          });

  static final PrivilegeCheck BYPASS =
      PrivilegeCheck.of(Action.BYPASS_DOCUMENT_VALIDATION)
          .when(
              "for `bypassDocumentValidation`", asked -> asked.isTrue("bypassDocumentValidation"));

  static final PrivilegeCheck UPSERT =
      new PrivilegeCheck(
          "for `upsert`: `insert`",
          (user, asked) ->
              user.mayDo(Action.INSERT, asked.database())
                  || !hasUpsert(asked.documents("updates")));

  static final PrivilegeCheck FIND_AND_MODIFY =
      new PrivilegeCheck(
          "`find` and `update`, for `remove`: `remove`, for `upsert`: `insert`",
          (user, asked) ->
              user.mayDo(Action.FIND, asked.database())
                  && user.mayDo(
                      asked.isTrue("remove") ? Action.REMOVE : Action.UPDATE, asked.database())
                  && (!asked.isTrue("upsert") || user.mayDo(Action.INSERT, asked.database())));

  static final PrivilegeCheck BULK_WRITE =
      new PrivilegeCheck(
          "`insert`, `update` and `remove` on the named collections, as far as operations do so;"
              + " for `bypassDocumentValidation` that",
          PrivilegeChecks::mayWriteEach);

  static final PrivilegeCheck VIEW =
      new PrivilegeCheck(
          "for a view: what its pipeline needs",
          (user, asked) ->
              !asked.has("viewOn")
                  || StageAccess.mayRun(user, asked.body().get("pipeline"), asked.database()));

  static final PrivilegeCheck CREATE =
      new PrivilegeCheck(
          "`createCollection` or `insert`; for a view: `createCollection`, what its pipeline needs",
          (user, asked) ->
              user.mayDo(Action.CREATE_COLLECTION, asked.database())
                  ? VIEW.isSatisfiedBy(user, asked)
                  : !asked.has("viewOn") && user.mayDo(Action.INSERT, asked.database()));

  static final PrivilegeCheck RENAME =
      new PrivilegeCheck(
          "in one database: `renameCollectionSameDB`, for `dropTarget`: `dropCollection`; between"
              + " two: `find` and `dropCollection` on the source, `insert` and `createIndex` on"
              + " the target",
          PrivilegeChecks::mayRename);

  static final PrivilegeCheck LIST_COLLECTIONS =
      new PrivilegeCheck(
          "`listCollections`; for `nameOnly` with `authorizedCollections`: anything in the"
              + " database",
          (user, asked) ->
              user.mayDo(Action.LIST_COLLECTIONS, asked.database())
                  || asked.isTrue("nameOnly")
                      && asked.isTrue("authorizedCollections")
                      && user.mayDoAnything(asked.database()));

  static final PrivilegeCheck LIST_DATABASES =
      new PrivilegeCheck(
          "a login; without `listDatabases` on the cluster only databases are listed in which the"
              + " user may do anything, and `authorizedDatabases: false` is refused",
          (user, asked) ->
              !asked.has("authorizedDatabases")
                  || asked.isTrue("authorizedDatabases")
                  || user.mayDo(Action.LIST_DATABASES, asked.database()));

  static final PrivilegeCheck EVERY_ROLE =
      new PrivilegeCheck(
          "`revokeRole` on all databases",
          (user, asked) -> user.mayDoEverywhere(Action.REVOKE_ROLE));

  static final PrivilegeCheck UPDATE_USER =
      new PrivilegeCheck(
          "`changePassword` for a password, `changeCustomData` for data, unless they are the"
              + " user's own; for roles: `revokeRole` on all databases, `grantRole` on theirs",
          PrivilegeChecks::mayUpdateUser);

  static final PrivilegeCheck USERS_INFO =
      new PrivilegeCheck(
          "`viewUser` on the users' databases, on all for `forAllDBs`; nothing for oneself",
          (user, asked) -> maySeeUsers(user, asked.value(), asked.database()));

  static final PrivilegeCheck ROLES_INFO =
      new PrivilegeCheck(
          "`viewRole` on the roles' databases; nothing for one's own roles",
          (user, asked) -> maySeeRoles(user, asked.value(), asked.database()));

  private PrivilegeChecks() {}

  /** An action on the database of each role in the command. */
  static PrivilegeCheck grants(Action action) {
    return new PrivilegeCheck(
        "`" + action.wireName() + "` on the roles' databases",
        (user, asked) -> mayGrant(user, action, asked.body().get("roles"), asked.database()));
  }

  private static boolean mayGrant(User user, Action action, BsonValue roles, String database) {
    if (roles instanceof BsonArray array) {
      for (BsonValue each : array) {
        if (!user.mayDo(action, roleDatabase(each, database))) {
          return false;
        }
      }
      return true;
    }
    // Rejected later; must not reveal whether the user exists.
    return user.mayDo(action, database);
  }

  private static String roleDatabase(BsonValue role, String database) {
    return role instanceof BsonDocument named && named.get("db") instanceof BsonString of
        ? of.getValue()
        : database;
  }

  private static boolean hasUpsert(Iterable<BsonDocument> updates) {
    for (BsonDocument each : updates) {
      if (CommandRequest.isTrue(each.get("upsert"))) {
        return true;
      }
    }
    return false;
  }

  private static boolean mayWriteEach(User user, CommandRequest asked) {
    if (!(asked.body().get("nsInfo") instanceof BsonArray namespaces)) {
      return true;
    }
    boolean bypass = asked.isTrue("bypassDocumentValidation");
    boolean all = true;
    for (BsonDocument each : CommandRequest.documentsOf(namespaces)) {
      String database = CommandRequest.databaseOf(each.get("ns"));
      if (bypass && !user.mayDo(Action.BYPASS_DOCUMENT_VALIDATION, database)) {
        return false;
      }
      all &= WRITES.stream().allMatch(action -> user.mayDo(action, database));
    }
    if (all) {
      return true;
    }
    for (BsonDocument operation : asked.documents("ops")) {
      if (operation.isEmpty() || !mayWrite(user, operation, namespaces)) {
        return false;
      }
    }
    return true;
  }

  private static boolean mayWrite(User user, BsonDocument operation, BsonArray namespaces) {
    String kind = operation.getFirstKey();
    if (!(operation.get(kind) instanceof BsonNumber number)
        || number.intValue() < 0
        || number.intValue() >= namespaces.size()
        || !(namespaces.get(number.intValue()) instanceof BsonDocument info)) {
      return false;
    }
    String database = CommandRequest.databaseOf(info.get("ns"));
    return switch (kind) {
      case "insert" -> user.mayDo(Action.INSERT, database);
      case "delete" -> user.mayDo(Action.REMOVE, database);
      case "update" ->
          user.mayDo(Action.UPDATE, database)
              && (!CommandRequest.isTrue(operation.get("upsert"))
                  || user.mayDo(Action.INSERT, database));
      default -> false;
    };
  }

  private static boolean mayRename(User user, CommandRequest asked) {
    String from = CommandRequest.databaseOf(asked.value());
    String to = CommandRequest.databaseOf(asked.body().get("to"));
    boolean mayDrop = !asked.isTrue("dropTarget") || user.mayDo(Action.DROP_COLLECTION, to);
    if (from.equals(to) && user.mayDo(Action.RENAME_COLLECTION_SAME_DB, from)) {
      return mayDrop;
    }
    return mayDrop
        && user.mayDo(Action.FIND, from)
        && user.mayDo(Action.DROP_COLLECTION, from)
        && user.mayDo(Action.INSERT, to)
        && user.mayDo(Action.CREATE_INDEX, to);
  }

  private static boolean mayUpdateUser(User user, CommandRequest asked) {
    if (asked.has("roles")
        && !(user.mayDoEverywhere(Action.REVOKE_ROLE)
            && mayGrant(user, Action.GRANT_ROLE, asked.body().get("roles"), asked.database()))) {
      return false;
    }
    if (isNamed(user, asked.value(), asked.database())) {
      return true;
    }
    boolean mayData =
        !asked.has("customData") || user.mayDo(Action.CHANGE_CUSTOM_DATA, asked.database());
    boolean onlyOther = !asked.has("pwd") && (asked.has("customData") || asked.has("roles"));
    return mayData && (onlyOther || user.mayDo(Action.CHANGE_PASSWORD, asked.database()));
  }

  private static boolean isNamed(User user, BsonValue name, String database) {
    return user.name().database().equals(database)
        && name instanceof BsonString text
        && text.getValue().equals(user.name().name());
  }

  private static boolean maySeeUsers(User user, BsonValue which, String database) {
    if (which instanceof BsonArray array) {
      return array.stream().allMatch(each -> maySeeUsers(user, each, database));
    }
    if (which instanceof BsonDocument named) {
      if (CommandRequest.isTrue(named.get("forAllDBs"))) {
        return user.mayDoEverywhere(Action.VIEW_USER);
      }
      String of = roleDatabase(named, database);
      return isNamed(user, named.get("user"), of) || user.mayDo(Action.VIEW_USER, of);
    }
    return isNamed(user, which, database) || user.mayDo(Action.VIEW_USER, database);
  }

  private static boolean maySeeRoles(User user, BsonValue which, String database) {
    if (which instanceof BsonArray array) {
      return array.stream().allMatch(each -> maySeeRoles(user, each, database));
    }
    String of = roleDatabase(which, database);
    return user.mayDo(Action.VIEW_ROLE, of) || hasRole(user, which, of);
  }

  private static boolean hasRole(User user, BsonValue which, String database) {
    BsonValue name = which instanceof BsonDocument named ? named.get("role") : which;
    return name instanceof BsonString text
        && user.roles().stream()
            .anyMatch(
                role ->
                    role.role().wireName().equals(text.getValue())
                        && role.database().equals(database));
  }
}
