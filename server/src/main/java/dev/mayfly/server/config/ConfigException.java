package dev.mayfly.server.config;

/** An invalid configuration. The message is one line that says what to do next. */
public class ConfigException extends RuntimeException {
  public ConfigException(String message) {
    super(message);
  }

  public ConfigException(String message, Throwable cause) {
    super(message, cause);
  }
}
