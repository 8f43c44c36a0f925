package dev.mayfly.cosmos.account;

import dev.mayfly.cosmos.http.CosmosException;
import dev.mayfly.cosmos.http.HeaderNames;
import dev.mayfly.cosmos.http.Request;
import dev.mayfly.engine.ru.Throughput;
import dev.mayfly.engine.ru.Throughput.Kind;
import io.netty.util.AsciiString;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/**
 * The throughput that a client wants an offer to have. Between manual and autoscale throughput it
 * must be requested by a header, and the new throughput is then derived from the old.
 */
final class OfferChange {
  private OfferChange() {}

  static Throughput wanted(Request request, BsonDocument offer, OfferOwner owner) {
    boolean toAutoscale = request.flag(HeaderNames.MIGRATE_TO_AUTOPILOT);
    boolean toManual = request.flag(HeaderNames.MIGRATE_TO_MANUAL);
    boolean autoscale = owner.throughput().kind() == Kind.AUTOSCALE;
    if (toAutoscale && toManual) {
      throw invalid(
          "Only one of the headers "
              + HeaderNames.MIGRATE_TO_AUTOPILOT
              + " and "
              + HeaderNames.MIGRATE_TO_MANUAL
              + " can be specified.");
    } else if (toAutoscale) {
      return autoscale ? owner.throughput() : Throughput.autoscale(migrated(owner));
    } else if (toManual) {
      return autoscale ? Throughput.manual(owner.throughput().ruPerSecond()) : owner.throughput();
    }
    return atLeastMinimum(owner, sameKind(content(offer), autoscale));
  }

  /** Where autoscale begins: not below what there is, in whole thousands. */
  private static long migrated(OfferOwner owner) {
    long least = Math.max(owner.throughput().ruPerSecond(), owner.highest() / 10);
    return Math.max(ThroughputJson.AUTOSCALE_MIN, OfferOwner.roundedUp(least, 1000));
  }

  private static BsonDocument content(BsonDocument offer) {
    BsonValue content = offer.get("content");
    if (content == null || !content.isDocument()) {
      throw invalid("The offer has no content that says which throughput is wanted.");
    }
    return content.asDocument();
  }

  private static Throughput sameKind(BsonDocument content, boolean autoscale) {
    BsonValue settings = content.get("offerAutopilotSettings");
    boolean wantsAutoscale = settings != null && settings.isDocument();
    if (wantsAutoscale != autoscale) {
      AsciiString header =
          autoscale ? HeaderNames.MIGRATE_TO_MANUAL : HeaderNames.MIGRATE_TO_AUTOPILOT;
      throw invalid(
          "An offer can be changed "
              + (autoscale ? "from autoscale to manual" : "from manual to autoscale")
              + " throughput only with the header "
              + header
              + ": true.");
    }
    return autoscale
        ? ThroughputJson.autoscale(settings.asDocument())
        : ThroughputJson.manual(ThroughputJson.whole(content.get("offerThroughput")));
  }

  private static Throughput atLeastMinimum(OfferOwner owner, Throughput wanted) {
    if (wanted.ruPerSecond() < owner.minimum()) {
      throw invalid(
          "The throughput of "
              + wanted.ruPerSecond()
              + " RU/s is below the minimum of "
              + owner.minimum()
              + " RU/s that this resource can have after it had "
              + owner.highest()
              + " RU/s.");
    }
    return wanted;
  }

  private static CosmosException invalid(String text) {
    return CosmosException.errors(400, 0, text);
  }
}
