import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.*;
import java.security.MessageDigest;
import java.util.*;
import java.util.stream.Stream;
import javax.tools.ToolProvider;

/**
 * Compiles all Java files in the folder of a source file and runs that file: {@code java Run.java Adapter.java}. From
 * Java 22 on, {@code java Adapter.java} does the same; Java 17 and 21 would compile only one file. Classes go to build/,
 * in a separate folder for each state of the sources, so they are never outdated. You can delete build/ at any time.
 */
final class Run {
  public static void main(String[] arguments) throws Exception {
    if (arguments.length == 0) {
      System.err.println("Usage: java Run.java Adapter.java");
      System.exit(2);
    }
    Path main = Path.of(arguments[0]).toAbsolutePath();
    List<Path> sources;
    try (Stream<Path> beside = Files.list(main.getParent())) {
      sources = beside.filter(each -> each.toString().endsWith(".java")).filter(each -> !each.endsWith("Run.java"))
          .sorted().toList();
    }
    Path classes = main.resolveSibling("build").resolve(digestOf(sources));
    try {
      if (!Files.isDirectory(classes)) compile(sources, classes);
    } catch (IOException problem) {
      System.err.println(problem.getMessage());
      System.exit(1);
    }
    var loader = new URLClassLoader(new URL[] {classes.toUri().toURL()}, Run.class.getClassLoader());
    String name = main.getFileName().toString().replaceFirst("\\.java$", "");
    var method = loader.loadClass(name).getDeclaredMethod("main", String[].class);
    method.setAccessible(true);
    method.invoke(null, (Object) Arrays.copyOfRange(arguments, 1, arguments.length));
  }

  private static String digestOf(List<Path> sources) throws Exception {
    MessageDigest digest = MessageDigest.getInstance("SHA-256");
    digest.update(System.getProperty("java.version").getBytes());
    for (Path each : sources) digest.update(Files.readAllBytes(each));
    return HexFormat.of().formatHex(digest.digest(), 0, 8);
  }

  /**
   * Compiles into a temporary folder and renames it at the end: several processes may start at the same time, and one
   * may be killed.
   */
  private static void compile(List<Path> sources, Path classes) throws IOException {
    var compiler = ToolProvider.getSystemJavaCompiler();
    if (compiler == null) throw new IOException("this takes a JDK: a JRE has no compiler");
    Files.createDirectories(classes.getParent());
    Path unfinished = Files.createTempDirectory(classes.getParent(), "unfinished-");
    List<String> options = new ArrayList<>(List.of("-encoding", "UTF-8", "-d", unfinished.toString()));
    sources.forEach(each -> options.add(each.toString()));
    try {
      // Send the compiler's messages to stderr: stdout is only for protocol messages.
      if (compiler.run(null, System.err, System.err, options.toArray(String[]::new)) != 0)
        throw new IOException("the sources do not compile");
      Files.move(unfinished, classes, StandardCopyOption.ATOMIC_MOVE);
    } catch (FileSystemException overtaken) {
      if (!Files.isDirectory(classes)) throw overtaken;
    } finally {
      if (Files.exists(unfinished)) delete(unfinished);
    }
  }

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      for (Path each : all.sorted(Comparator.reverseOrder()).toList()) Files.delete(each);
    }
  }
}
