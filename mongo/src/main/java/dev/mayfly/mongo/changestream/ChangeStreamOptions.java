package dev.mayfly.mongo.changestream;

import dev.mayfly.mongo.command.CommandArguments;
import dev.mayfly.mongo.error.ErrorCodes;
import dev.mayfly.mongo.error.MongoException;
import java.util.Set;
import org.bson.BsonDocument;
import org.bson.BsonTimestamp;
import org.bson.BsonValue;

/**
 * The options of {@code $changeStream}.
 *
 * @param resumeAfter null if not given
 * @param startAfter null if not given
 * @param startAt a log time; null if not given
 */
public record ChangeStreamOptions(
    FullDocument fullDocument,
    BeforeChange beforeChange,
    ResumeToken resumeAfter,
    ResumeToken startAfter,
    Long startAt,
    boolean allChangesForCluster,
    boolean expanded) {
  private static final String STAGE = "$changeStream";
  private static final Set<String> FIELDS =
      Set.of(
          "fullDocument",
          "fullDocumentBeforeChange",
          "resumeAfter",
          "startAfter",
          "startAtOperationTime",
          "allChangesForCluster",
          "showExpandedEvents",
          "showSystemEvents",
          "showRawUpdateDescription",
          "showMigrationEvents");

  /** Which version of an updated document an event has. */
  enum FullDocument {
    DEFAULT("default"),
    UPDATE_LOOKUP("updateLookup"),
    WHEN_AVAILABLE("whenAvailable"),
    REQUIRED("required");

    private final String wireName;

    FullDocument(String wireName) {
      this.wireName = wireName;
    }
  }

  /** Whether an event has the version before the change. */
  enum BeforeChange {
    OFF("off"),
    WHEN_AVAILABLE("whenAvailable"),
    REQUIRED("required");

    private final String wireName;

    BeforeChange(String wireName) {
      this.wireName = wireName;
    }
  }

  /** Parses the stage's specification. */
  public static ChangeStreamOptions parse(BsonValue specification) {
    if (!specification.isDocument()) {
      throw new MongoException(50808, "$changeStream stage expects a document as argument");
    }
    CommandArguments arguments = CommandArguments.of(STAGE, specification.asDocument(), FIELDS);
    ResumeToken resumeAfter = token(arguments, "resumeAfter");
    ResumeToken startAfter = token(arguments, "startAfter");
    BsonValue time = arguments.value("startAtOperationTime");
    if (resumeAfter != null && startAfter != null) {
      throw new MongoException(
          50865, "Do not specify both 'resumeAfter' and 'startAfter' in a $changeStream stage");
    }
    if (time != null && (resumeAfter != null || startAfter != null)) {
      throw new MongoException(
          40674,
          "Only one type of resume option is allowed, but multiple were found: "
              + "startAtOperationTime and "
              + (resumeAfter == null ? "startAfter" : "resumeAfter"));
    }
    if (time != null && !time.isTimestamp()) {
      throw new MongoException(
          ErrorCodes.TYPE_MISMATCH,
          "BSON field '$changeStream.startAtOperationTime' is the wrong type, expected type"
              + " 'timestamp'");
    }
    if (resumeAfter != null && resumeAfter.kind() == ResumeToken.Kind.INVALIDATE) {
      throw new MongoException(
          ErrorCodes.INVALID_RESUME_TOKEN,
          "Attempting to resume a change stream using 'resumeAfter' is not allowed from an"
              + " invalidate notification.");
    }
    refuse(arguments, "showRawUpdateDescription", ErrorCodes.COMMAND_NOT_SUPPORTED);
    refuse(arguments, "showMigrationEvents", 31123);
    arguments.flag("showSystemEvents", false);
    return new ChangeStreamOptions(
        fullDocument(arguments.text("fullDocument")),
        beforeChange(arguments.text("fullDocumentBeforeChange")),
        resumeAfter,
        startAfter,
        time == null ? null : ((BsonTimestamp) time).getValue(),
        arguments.flag("allChangesForCluster", false),
        arguments.flag("showExpandedEvents", false));
  }

  private static void refuse(CommandArguments arguments, String name, int code) {
    if (arguments.flag(name, false)) {
      throw new MongoException(code, "'" + name + "' is not supported by this server");
    }
  }

  private static ResumeToken token(CommandArguments arguments, String name) {
    BsonDocument document = arguments.document(name);
    return document == null ? null : ResumeToken.parse(document);
  }

  private static FullDocument fullDocument(String text) {
    for (FullDocument each : FullDocument.values()) {
      if (text == null || each.wireName.equals(text)) {
        return each;
      }
    }
    throw notAValue("fullDocument", text);
  }

  private static BeforeChange beforeChange(String text) {
    for (BeforeChange each : BeforeChange.values()) {
      if (text == null || each.wireName.equals(text)) {
        return each;
      }
    }
    throw notAValue("fullDocumentBeforeChange", text);
  }

  private static MongoException notAValue(String field, String text) {
    return new MongoException(
        ErrorCodes.BAD_VALUE,
        "Enumeration value '"
            + text
            + "' for field '$changeStream."
            + field
            + "' is not a valid value.");
  }
}
