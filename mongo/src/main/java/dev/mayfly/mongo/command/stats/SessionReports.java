package dev.mayfly.mongo.command.stats;

import dev.mayfly.mongo.auth.UserName;
import dev.mayfly.mongo.call.Client;
import dev.mayfly.mongo.command.Backend;
import dev.mayfly.mongo.command.Fields;
import dev.mayfly.mongo.session.Session;
import dev.mayfly.mongo.session.SessionId;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.bson.BsonArray;
import org.bson.BsonBinary;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonValue;

/** The results of {@code $listLocalSessions} and {@code $listSessions}. */
public final class SessionReports {
  private SessionReports() {}

  /**
   * @param options {@code allUsers}, or {@code users} with names; none of them for the client's own
   */
  public static List<BsonDocument> of(Backend backend, Client client, BsonDocument options) {
    boolean all = Fields.isTrue(options.get("allUsers"));
    Set<String> owners = owners(client, options.getArray("users", null));
    long nowMillis = backend.variables().nowMillis();
    List<BsonDocument> report = new ArrayList<>();
    for (Session each : backend.sessions().all()) {
      if (all || owners.contains(each.id().owner())) {
        long idle = TimeUnit.NANOSECONDS.toMillis(backend.sessions().idleNanos(each));
        report.add(shown(each.id()).append("lastUse", new BsonDateTime(nowMillis - idle)));
      }
    }
    return report;
  }

  private static Set<String> owners(Client client, BsonArray users) {
    if (users == null) {
      return Set.of(client.sessionOwner());
    }
    Set<String> owners = new HashSet<>();
    for (BsonValue each : users) {
      BsonDocument user = each.isDocument() ? each.asDocument() : new BsonDocument();
      owners.add(new UserName(text(user, "user"), text(user, "db")).full());
    }
    return owners;
  }

  private static String text(BsonDocument user, String name) {
    return user.get(name) instanceof BsonString text ? text.getValue() : "";
  }

  private static BsonDocument shown(SessionId id) {
    BsonDocument named = id.toDocument().append("uid", new BsonBinary(digest(id.owner())));
    BsonDocument shown = new BsonDocument("_id", named);
    return id.owner().isEmpty() ? shown : shown.append("user", new BsonString(id.owner()));
  }

  private static byte[] digest(String owner) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(owner.getBytes(StandardCharsets.UTF_8));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
