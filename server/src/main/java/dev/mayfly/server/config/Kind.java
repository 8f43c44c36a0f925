package dev.mayfly.server.config;

import java.util.List;

/** What values a setting takes, and how people are told. */
public sealed interface Kind {
  Kind PATH = new PathKind();

  /** True or false; on the command line its bare name means true. */
  Kind SWITCH = new BooleanKind(true);

  /** True or false; on the command line the value must be written. */
  Kind BOOLEAN = new BooleanKind(false);

  static Kind number(long least, long most) {
    return new NumberKind(least, most);
  }

  static Kind choice(String... words) {
    return new ChoiceKind(List.of(words));
  }

  /** The word for a value in usage texts. */
  String label();

  /** What is allowed, as the end of a sentence, or null if the text is fine. */
  String complaint(String text);

  /** A file system path. */
  record PathKind() implements Kind {
    @Override
    public String label() {
      return "DIR";
    }

    @Override
    public String complaint(String text) {
      return text.isBlank() || text.indexOf('\0') >= 0 ? "expected a directory" : null;
    }
  }

  /**
   * @param bare true if the name alone means true
   */
  record BooleanKind(boolean bare) implements Kind {
    @Override
    public String label() {
      return "true|false";
    }

    @Override
    public String complaint(String text) {
      return text.equals("true") || text.equals("false") ? null : "expected true or false";
    }
  }

  /** A whole number, both bounds included. */
  record NumberKind(long least, long most) implements Kind {
    @Override
    public String label() {
      return "N";
    }

    @Override
    public String complaint(String text) {
      if (text.matches("[0-9]{1,18}")) {
        long value = Long.parseLong(text);
        if (value >= least && value <= most) {
          return null;
        }
      }
      return "expected a whole number from " + least + " to " + most;
    }
  }

  /** One of a few words. */
  record ChoiceKind(List<String> words) implements Kind {
    @Override
    public String label() {
      return String.join("|", words);
    }

    @Override
    public String complaint(String text) {
      return words.contains(text) ? null : "expected " + String.join(" or ", words);
    }
  }
}
