package io.github.toolparser.examples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.toolparser.client.Server;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The programs of docs/use/clients/java.md are the examples here, and print what it says. */
class DocsTest {
  private static final Pattern PROGRAM =
      Pattern.compile("```java\n(package .*?)```\n+```text\n(.*?)```\n", Pattern.DOTALL);

  @Test
  void theDocumentedProgramsAreTheExamplesAndPrintWhatItSays() throws Exception {
    Matcher programs = PROGRAM.matcher(Files.readString(Path.of("../../docs/use/clients/java.md")));
    try (Server server = new Server()) {
      check(programs, "Output", () -> Output.main(new String[] {server.target()}));
      check(programs, "Stream", () -> Stream.main(new String[] {server.target()}));
    }
  }

  private static void check(Matcher programs, String name, Runnable main) throws Exception {
    assertTrue(programs.find(), name);
    Path example = Path.of("src/test/java/io/github/toolparser/examples", name + ".java");
    assertEquals(Files.readString(example), programs.group(1));
    assertEquals(programs.group(2), printed(main));
  }

  private static String printed(Runnable main) {
    PrintStream before = System.out;
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
    try {
      main.run();
    } finally {
      System.setOut(before);
    }
    return printed.toString(StandardCharsets.UTF_8);
  }
}
