package dev.mayfly.mongo.error;

import java.util.HashMap;
import java.util.Map;

/** The named error codes; others are reported as {@code Location} and the number. */
public final class ErrorCodes {
  private static final Map<Integer, String> NAMES = new HashMap<>();

  public static final int INTERNAL_ERROR = code(1, "InternalError");
  public static final int BAD_VALUE = code(2, "BadValue");
  public static final int NO_SUCH_KEY = code(4, "NoSuchKey");
  public static final int GRAPH_CONTAINS_CYCLE = code(5, "GraphContainsCycle");
  public static final int FAILED_TO_PARSE = code(9, "FailedToParse");
  public static final int UNKNOWN_ERROR = code(8, "UnknownError");
  public static final int USER_NOT_FOUND = code(11, "UserNotFound");
  public static final int UNAUTHORIZED = code(13, "Unauthorized");
  public static final int TYPE_MISMATCH = code(14, "TypeMismatch");
  public static final int OVERFLOW = code(15, "Overflow");
  public static final int INVALID_LENGTH = code(16, "InvalidLength");
  public static final int PROTOCOL_ERROR = code(17, "ProtocolError");
  public static final int AUTHENTICATION_FAILED = code(18, "AuthenticationFailed");
  public static final int ILLEGAL_OPERATION = code(20, "IllegalOperation");
  public static final int INVALID_BSON = code(22, "InvalidBSON");
  public static final int ALREADY_INITIALIZED = code(23, "AlreadyInitialized");
  public static final int NAMESPACE_NOT_FOUND = code(26, "NamespaceNotFound");
  public static final int INDEX_NOT_FOUND = code(27, "IndexNotFound");
  public static final int PATH_NOT_VIABLE = code(28, "PathNotViable");
  public static final int ROLE_NOT_FOUND = code(31, "RoleNotFound");
  public static final int CONFLICTING_UPDATE_OPERATORS = code(40, "ConflictingUpdateOperators");
  public static final int CURSOR_NOT_FOUND = code(43, "CursorNotFound");
  public static final int NO_MATCHING_DOCUMENT = code(47, "NoMatchingDocument");
  public static final int NAMESPACE_EXISTS = code(48, "NamespaceExists");
  public static final int MAX_TIME_MS_EXPIRED = code(50, "MaxTimeMSExpired");
  public static final int DOLLAR_PREFIXED_FIELD_NAME = code(52, "DollarPrefixedFieldName");
  public static final int INVALID_ID_FIELD = code(53, "InvalidIdField");
  public static final int NOT_SINGLE_VALUE_FIELD = code(54, "NotSingleValueField");
  public static final int EMPTY_FIELD_NAME = code(56, "EmptyFieldName");
  public static final int COMMAND_NOT_FOUND = code(59, "CommandNotFound");
  public static final int IMMUTABLE_FIELD = code(66, "ImmutableField");
  public static final int CANNOT_CREATE_INDEX = code(67, "CannotCreateIndex");
  public static final int INDEX_ALREADY_EXISTS = code(68, "IndexAlreadyExists");
  public static final int INVALID_OPTIONS = code(72, "InvalidOptions");
  public static final int INVALID_NAMESPACE = code(73, "InvalidNamespace");
  public static final int NO_REPLICATION_ENABLED = code(76, "NoReplicationEnabled");
  public static final int INDEX_OPTIONS_CONFLICT = code(85, "IndexOptionsConflict");
  public static final int INDEX_KEY_SPECS_CONFLICT = code(86, "IndexKeySpecsConflict");
  public static final int OPERATION_FAILED = code(96, "OperationFailed");
  public static final int UNSATISFIABLE_WRITE_CONCERN = code(100, "UnsatisfiableWriteConcern");
  public static final int WRITE_CONFLICT = code(112, "WriteConflict");
  public static final int CONFLICTING_OPERATION_IN_PROGRESS =
      code(117, "ConflictingOperationInProgress");
  public static final int COMMAND_FAILED = code(125, "CommandFailed");
  public static final int COMMAND_NOT_SUPPORTED = code(115, "CommandNotSupported");
  public static final int DOCUMENT_VALIDATION_FAILURE = code(121, "DocumentValidationFailure");
  public static final int EXCEEDED_MEMORY_LIMIT = code(146, "ExceededMemoryLimit");
  public static final int VIEW_DEPTH_LIMIT_EXCEEDED = code(165, "ViewDepthLimitExceeded");
  public static final int COMMAND_NOT_SUPPORTED_ON_VIEW = code(166, "CommandNotSupportedOnView");
  public static final int OPTION_NOT_SUPPORTED_ON_VIEW = code(167, "OptionNotSupportedOnView");
  public static final int INVALID_PIPELINE_OPERATOR = code(168, "InvalidPipelineOperator");
  public static final int CANNOT_INDEX_PARALLEL_ARRAYS = code(171, "CannotIndexParallelArrays");
  public static final int QUERY_PLAN_KILLED = code(175, "QueryPlanKilled");
  public static final int AMBIGUOUS_INDEX_KEY_PATTERN = code(181, "AmbiguousIndexKeyPattern");
  public static final int CLIENT_METADATA_DOCUMENT_TOO_LARGE =
      code(185, "ClientMetadataDocumentTooLarge");
  public static final int CLIENT_METADATA_CANNOT_BE_MUTATED =
      code(186, "ClientMetadataCannotBeMutated");
  public static final int INVALID_INDEX_SPECIFICATION_OPTION =
      code(197, "InvalidIndexSpecificationOption");
  public static final int CANNOT_BUILD_INDEX_KEYS = code(201, "CannotBuildIndexKeys");
  public static final int CLUSTER_TIME_FAILS_RATE_LIMITER =
      code(205, "ClusterTimeFailsRateLimiter");
  public static final int INCOMPLETE_TRANSACTION_HISTORY =
      code(217, "IncompleteTransactionHistory");
  public static final int ILLEGAL_OP_MSG_FLAG = code(223, "IllegalOpMsgFlag");
  public static final int QUERY_FEATURE_NOT_ALLOWED = code(224, "QueryFeatureNotAllowed");
  public static final int TRANSACTION_TOO_OLD = code(225, "TransactionTooOld");
  public static final int CURSOR_KILLED = code(237, "CursorKilled");
  public static final int CONVERSION_FAILURE = code(241, "ConversionFailure");
  public static final int TOO_MANY_DOCUMENT_SEQUENCES = code(233, "TooManyDocumentSequences");
  public static final int INVALID_RESUME_TOKEN = code(260, "InvalidResumeToken");
  public static final int NO_SUCH_TRANSACTION = code(251, "NoSuchTransaction");
  public static final int SNAPSHOT_TOO_OLD = code(239, "SnapshotTooOld");
  public static final int SNAPSHOT_UNAVAILABLE = code(246, "SnapshotUnavailable");
  public static final int TRANSACTION_COMMITTED = code(256, "TransactionCommitted");
  public static final int TRANSACTION_TOO_LARGE = code(257, "TransactionTooLarge");
  public static final int FAIL_POINT_SET_FAILED = code(266, "FailPointSetFailed");
  public static final int OPERATION_NOT_SUPPORTED_IN_TRANSACTION =
      code(263, "OperationNotSupportedInTransaction");
  public static final int TOO_MANY_LOGICAL_SESSIONS = code(261, "TooManyLogicalSessions");
  public static final int INDEX_BUILD_ABORTED = code(276, "IndexBuildAborted");
  public static final int CLIENT_DISCONNECT = code(279, "ClientDisconnect");
  public static final int CHANGE_STREAM_FATAL_ERROR = code(280, "ChangeStreamFatalError");
  public static final int CHANGE_STREAM_HISTORY_LOST = code(286, "ChangeStreamHistoryLost");
  public static final int CHECKSUM_MISMATCH = code(288, "ChecksumMismatch");
  public static final int TRANSACTION_EXCEEDED_LIFETIME =
      code(290, "TransactionExceededLifetimeLimitSeconds");
  public static final int NO_QUERY_EXECUTION_PLANS = code(291, "NoQueryExecutionPlans");
  public static final int QUERY_EXCEEDED_MEMORY =
      code(292, "QueryExceededMemoryLimitNoDiskUseAllowed");
  public static final int API_VERSION_ERROR = code(322, "APIVersionError");
  public static final int API_STRICT_ERROR = code(323, "APIStrictError");
  public static final int MECHANISM_UNAVAILABLE = code(334, "MechanismUnavailable");
  public static final int UNSUPPORTED_OP_QUERY_COMMAND = code(352, "UnsupportedOpQueryCommand");
  public static final int REQUEST_RATE_LIMIT_EXCEEDED =
      code(462, "IngressRequestRateLimitExceeded");

  /** The code of MongoDB Atlas above its limit of collections. */
  public static final int ATLAS_ERROR = code(8000, "AtlasError");

  public static final int DATABASE_DIFFER_CASE = code(13297, "DatabaseDifferCase");
  public static final int FILE_STREAM_FAILED = code(39, "FileStreamFailed");
  public static final int OUT_OF_DISK_SPACE = code(14031, "OutOfDiskSpace");
  public static final int INTERRUPTED_AT_SHUTDOWN = code(11600, "InterruptedAtShutdown");
  public static final int INTERRUPTED_DUE_TO_REPL_STATE_CHANGE =
      code(11602, "InterruptedDueToReplStateChange");
  public static final int NOT_WRITABLE_PRIMARY = code(10107, "NotWritablePrimary");
  public static final int NOT_PRIMARY_NO_SECONDARY_OK = code(13435, "NotPrimaryNoSecondaryOk");
  public static final int READ_CONCERN_NOT_AVAILABLE_YET =
      code(134, "ReadConcernMajorityNotAvailableYet");
  public static final int EXCEEDED_TIME_LIMIT = code(262, "ExceededTimeLimit");
  public static final int PRIMARY_STEPPED_DOWN = code(189, "PrimarySteppedDown");
  public static final int INTERRUPTED = code(11601, "Interrupted");
  public static final int BSON_OBJECT_TOO_LARGE = code(10334, "BSONObjectTooLarge");
  public static final int DUPLICATE_KEY = code(11000, "DuplicateKey");
  public static final int MERGE_STAGE_NO_MATCHING_DOCUMENT =
      code(13113, "MergeStageNoMatchingDocument");

  /** An array in a hashed index; without a name in MongoDB too. */
  public static final int HASHED_ARRAY = 16766;

  public static final int TOO_MANY_REQUESTS = code(16500, "TooManyRequests");
  public static final int NOT_A_RETRYABLE_WRITE_COMMAND = code(50768, "NotARetryableWriteCommand");
  public static final int SEARCH_NOT_ENABLED = code(31082, "SearchNotEnabled");
  public static final int IDL_DUPLICATE_FIELD = code(40413, "IDLDuplicateField");
  public static final int IDL_FAILED_TO_PARSE = code(40414, "IDLFailedToParse");
  public static final int IDL_UNKNOWN_FIELD = code(40415, "IDLUnknownField");

  private ErrorCodes() {}

  private static int code(int number, String name) {
    NAMES.put(number, name);
    return number;
  }

  public static String nameOf(int code) {
    return NAMES.getOrDefault(code, "Location" + code);
  }
}
