package dev.mayfly.mongo.auth;

import com.ibm.icu.text.StringPrep;
import com.ibm.icu.text.StringPrepParseException;
import dev.mayfly.mongo.error.ErrorCodes;
import dev.mayfly.mongo.error.MongoException;

/**
 * Normalizes passwords by SASLprep (RFC 4013) with ICU, as MongoDB does. Characters newer than
 * Unicode 3.2, unassigned in the RFC, are accepted, because existing passwords contain them.
 */
final class SaslPrep {
  private static final StringPrep PROFILE = StringPrep.getInstance(StringPrep.RFC4013_SASLPREP);

  private SaslPrep() {}

  static String prepare(String text) {
    try {
      return PROFILE.prepare(text, StringPrep.ALLOW_UNASSIGNED);
    } catch (StringPrepParseException e) {
      throw new MongoException(
          ErrorCodes.BAD_VALUE,
          e.getError() == StringPrepParseException.CHECK_BIDI_ERROR
              ? "A password can't mix directions of writing in this way."
              : "A password can't contain a prohibited character (RFC 4013, section 2.3).");
    }
  }
}
