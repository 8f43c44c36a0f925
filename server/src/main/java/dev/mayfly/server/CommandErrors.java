package dev.mayfly.server;

import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;
import dev.mayfly.server.config.ConfigException;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * Prints in one line what went wrong and what to do. Exit code 2: the request is invalid; 1: it was
 * tried and failed. Only a defect of Mayfly shows a stack trace.
 */
final class CommandErrors implements IParameterExceptionHandler, IExecutionExceptionHandler {
  static final int FAILED = 1;
  static final int MISUSED = 2;

  @Override
  public int handleParseException(ParameterException failure, String[] args) {
    CommandLine command = failure.getCommandLine();
    StringBuilder line = new StringBuilder("mayfly: ").append(decapitalized(failure));
    if (failure instanceof UnmatchedArgumentException unmatched) {
      List<String> suggestions = unmatched.getSuggestions();
      if (!suggestions.isEmpty()) {
        line.append("; did you mean ").append(String.join(" or ", suggestions)).append('?');
      }
    }
    String name = command.getCommandSpec().qualifiedName();
    command.getErr().println(line.append(" ('").append(name).append(" --help' shows details)"));
    return MISUSED;
  }

  @Override
  public int handleExecutionException(Exception failure, CommandLine command, ParseResult parsed) {
    if (failure instanceof ConfigException) {
      command.getErr().println("mayfly: " + failure.getMessage());
      return MISUSED;
    }
    if (failure instanceof EngineException engine && engine.code() != ErrorCode.INTERNAL) {
      command.getErr().println("mayfly: " + failure.getMessage());
      return FAILED;
    }
    command.getErr().println("mayfly: this failed: " + failure.getMessage());
    failure.printStackTrace(command.getErr());
    return FAILED;
  }

  private static String decapitalized(ParameterException failure) {
    String message = failure.getMessage();
    return Character.toLowerCase(message.charAt(0)) + message.substring(1);
  }
}
