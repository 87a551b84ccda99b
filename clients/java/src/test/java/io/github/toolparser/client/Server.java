package io.github.toolparser.client;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;

/** The service, served on a Unix socket; it can be killed, and started again at its address. */
public final class Server implements AutoCloseable {
  private final Path directory = temporary();
  private final List<String> command;
  private Process process;

  public Server(String... flags) {
    command = new ArrayList<>(List.of(binary(), "serve", "--listen", target()));
    command.addAll(List.of(flags));
    start();
  }

  public String target() {
    return "unix:" + socket();
  }

  ToolParserClient client() {
    return ToolParserClient.create(target());
  }

  void start() {
    try {
      process = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
    } catch (IOException error) {
      throw new UncheckedIOException(error);
    }
    eventually(this::accepts);
  }

  void kill() {
    process.destroyForcibly().onExit().join();
  }

  @Override
  public void close() {
    kill();
    for (Path left : List.of(socket(), directory)) {
      left.toFile().delete();
    }
  }

  private Path socket() {
    return directory.resolve("s");
  }

  private boolean accepts() {
    try (SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX)) {
      return channel.connect(UnixDomainSocketAddress.of(socket()));
    } catch (IOException refused) {
      return false;
    }
  }

  /** The service's binary, which test.sh builds. */
  private static String binary() {
    String given = System.getenv("TOOLPARSER_BINARY");
    if (given == null) {
      throw new IllegalStateException("TOOLPARSER_BINARY names no toolparser: run test.sh");
    }
    return given;
  }

  /** A directory with a short name: a socket's path may have some 100 bytes. */
  static Path temporary() {
    try {
      return Files.createTempDirectory("client");
    } catch (IOException error) {
      throw new UncheckedIOException(error);
    }
  }

  /** Waits until a condition holds. */
  static void eventually(BooleanSupplier condition) {
    long deadline = System.nanoTime() + 30_000_000_000L;
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() > deadline) {
        throw new AssertionError("it never came to be");
      }
      sleep(10);
    }
  }

  static void sleep(long millis) {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException interrupted) {
      throw new AssertionError(interrupted);
    }
  }
}
