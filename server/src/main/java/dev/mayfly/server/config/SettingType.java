package dev.mayfly.server.config;

import java.util.Base64;
import java.util.List;

/** The type of a setting: parsing, and the description of valid values. */
public sealed interface SettingType {
  SettingType PATH = new PathKind("DIR", "a directory");

  SettingType FILE = new PathKind("FILE", "a file");

  /** An interface's address or name. */
  SettingType ADDRESS = new TextKind("ADDRESS");

  /** Host names and addresses with commas between them. */
  SettingType NAMES = new TextKind("NAME,...");

  SettingType NAME = new TextKind("NAME");

  SettingType NODE_ADDRESS = new TextKind("HOST:PORT");

  /** Nodes with their addresses, and commas between them. */
  SettingType NODES = new TextKind("ID=HOST:PORT,...");

  /** A secret: never shown. */
  SettingType PASSWORD = new TextKind("PASSWORD");

  /** A secret: never shown. */
  SettingType KEY = new KeyKind();

  /** A port, or the word off. */
  SettingType PORT_OR_OFF = new PortKind();

  /** What switches a port off. */
  String OFF = "off";

  /** True or false; on the command line its bare name means true. */
  SettingType SWITCH = new BooleanKind(true);

  /** True or false; on the command line the value must be written. */
  SettingType BOOLEAN = new BooleanKind(false);

  static SettingType number(long least, long most) {
    return new NumberKind(least, most);
  }

  static SettingType choice(String... words) {
    return new ChoiceKind(List.of(words));
  }

  /** The word for a value in usage texts. */
  String label();

  /** What is allowed, as the end of a sentence, or null if the text is fine. */
  String complaint(String text);

  /** A file system path. */
  record PathKind(String label, String what) implements SettingType {
    @Override
    public String complaint(String text) {
      return text.isBlank() || text.indexOf('\0') >= 0 ? "expected " + what : null;
    }
  }

  /** A text that is checked where it is used. */
  record TextKind(String label) implements SettingType {
    @Override
    public String complaint(String text) {
      return text.isBlank() ? "expected " + label : null;
    }
  }

  /** Random bytes in base64. */
  record KeyKind() implements SettingType {
    private static final int BYTES_MIN = 16;

    @Override
    public String label() {
      return "KEY";
    }

    @Override
    public String complaint(String text) {
      try {
        if (Base64.getDecoder().decode(text).length >= BYTES_MIN) {
          return null;
        }
      } catch (IllegalArgumentException e) {
        // Reported below, without the text.
      }
      return "expected base64 of " + BYTES_MIN + " bytes or more (openssl rand -base64 48)";
    }
  }

  /** A port; 0 = any free one; or off. */
  record PortKind() implements SettingType {
    private static final SettingType PORT = SettingType.number(0, 65_535);

    @Override
    public String label() {
      return "N|" + OFF;
    }

    @Override
    public String complaint(String text) {
      String complaint = text.equals(OFF) ? null : PORT.complaint(text);
      return complaint == null ? null : complaint + " or " + OFF;
    }
  }

  /**
   * @param bare true if the name alone means true
   */
  record BooleanKind(boolean bare) implements SettingType {
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
  record NumberKind(long least, long most) implements SettingType {
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
  record ChoiceKind(List<String> words) implements SettingType {
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
