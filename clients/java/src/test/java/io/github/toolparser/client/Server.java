package io.github.toolparser.client;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The service, served on a Unix socket; it can be killed, and replaced at its address. */
public final class Server implements AutoCloseable {
  private final Path directory = temporary();
  private final Path socket = directory.resolve("s");
  private final Path nextSocket = directory.resolve("n");
  private final Path log = directory.resolve("log");
  private Process process;
  private Process next;

  public Server(String... flags) {
    process = serve(socket, flags);
    eventually(() -> accepts(socket));
  }

  public String target() {
    return "unix:" + socket;
  }

  /**
   * The port of this machine that {@code --listen 127.0.0.1:0} came to. The server says it once it
   * listens everywhere; its socket may be there before.
   */
  int port() {
    Matcher address = Pattern.compile("address=127\\.0\\.0\\.1:(\\d+)\n").matcher("");
    eventually(() -> address.reset(logged()).find());
    return Integer.parseInt(address.group(1));
  }

  ToolParserClient client() {
    return ToolParserClient.create(target());
  }

  /** Starts the server that is to take this one's place, which may take its time. */
  void prepareNext() {
    next = serve(nextSocket);
    eventually(() -> accepts(nextSocket));
  }

  /**
   * Gives the address to the next server, at once: how long there was none is the test's to say,
   * and not the machine's.
   */
  void replace() {
    try {
      Files.move(nextSocket, socket, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException error) {
      throw new UncheckedIOException(error);
    }
    process = next;
    next = null;
  }

  void kill() {
    end(process);
  }

  @Override
  public void close() {
    kill();
    if (next != null) {
      end(next);
    }
    for (Path left : List.of(socket, nextSocket, log, directory)) {
      left.toFile().delete();
    }
  }

  private Process serve(Path at, String... flags) {
    List<String> command = new ArrayList<>(List.of(binary(), "serve", "--listen", "unix:" + at));
    command.addAll(List.of(flags));
    try {
      return new ProcessBuilder(command).redirectError(Redirect.appendTo(log.toFile())).start();
    } catch (IOException error) {
      throw new UncheckedIOException(error);
    }
  }

  private String logged() {
    try {
      return Files.readString(log);
    } catch (IOException error) {
      throw new UncheckedIOException(error);
    }
  }

  private static void end(Process process) {
    process.destroyForcibly().onExit().join();
  }

  private static boolean accepts(Path socket) {
    try (SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX)) {
      return channel.connect(UnixDomainSocketAddress.of(socket));
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
