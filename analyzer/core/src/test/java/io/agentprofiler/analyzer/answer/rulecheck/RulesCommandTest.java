// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.rulecheck;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.cli.Main;
import io.agentprofiler.analyzer.command.ExitCode;
import io.agentprofiler.analyzer.command.terminal.Terminal;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RulesCommandTest {
    /** What the rules of these tests are about. */
    static class Clerk {
        String answer(String question) {
            return "you said " + question;
        }
    }

    private static final String CLERK = Clerk.class.getName();

    @TempDir
    private Path directory;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @Test
    void shouldCheckRulesOfTheUsersOwnAgainstOwnClasses() throws Exception {
        Path rules = rules("""
                {"id": "answer", "kind": "agent", "match": {"class": "%1$s", "method": "answer(..)"},
                 "start": {"acme.length": "arg0.length", "acme.more": "arg0.more?"}},
                {"id": "answer-2", "kind": "agent", "since": "2.0", "optional": true,
                 "match": {"class": "%1$s", "method": "answer(int)"}},
                {"id": "desk", "kind": "agent", "optional": true,
                 "match": {"class": "com.acme.desk.Desk", "method": "open(..)"}}""");

        assertThat(rulesCheck("--rules", rules, "--classpath", classes(), "--version", "1.4"))
                .isEqualTo(ExitCode.OK);

        assertThat(out()).isEqualTo("""
                my-rules  against 1.4
                state   rule      versions             methods  paths
                ok      answer                               1      1
                other   answer-2  since 2.0, optional
                absent  desk      optional
                - answer: optional, not there: acme.more: arg0.more?
                my-rules against 1.4: 1 rule fits, 1 is for other versions, 1 looks at parts that are not there, 0 are broken
                """);
        assertThat(err()).isEmpty();
    }

    @Test
    void shouldFailAndNameWhatDoesNotResolve() throws Exception {
        Path rules = rules("""
                {"id": "type", "kind": "agent", "match": {"class": "com.acme.Gone", "method": "run(..)"}},
                {"id": "method", "kind": "agent", "match": {"class": "%1$s", "method": "answer(int):void"}},
                {"id": "path", "kind": "agent", "match": {"class": "%1$s", "method": "answer(..)"},
                 "end": {"acme.size": "return.sizes"}}""");

        assertThat(rulesCheck("--rules", rules, "-cp", classes(), "--width", 300))
                .isEqualTo(ExitCode.GATE_FAILED);

        assertThat(out()).isEqualTo("""
                my-rules
                state   rule    methods  paths
                BROKEN  type
                BROKEN  method
                BROKEN  path          1      0
                ! type: %1$s:1:48: no class com.acme.Gone on the class path
                ! method: %1$s:2:1: no method answer(int):void in %2$s; there is answer(java.lang.String):java.lang.String
                ! path: %1$s:4:23: acme.size: return.sizes: no accessor 'sizes' on java.lang.String
                my-rules: 0 rules fit, 0 are for other versions, 0 look at parts that are not there, 3 are broken
                """.formatted(rules, CLERK));
    }

    @Test
    void shouldTellAPartialFitFromAFit() throws Exception {
        Path rules = rules("""
                {"id": "answer", "kind": "agent", "match": {"class": "%1$s", "method": "answer(..)"}},
                {"id": "desk", "kind": "agent", "match": {"subtypeOf": "acme.Desk", "method": "open():java.lang.Object"},
                 "start": {"acme.name": "this.@name"}},
                {"id": "result", "kind": "agent", "match": {"subtypeOf": "acme.Desk", "method": "open():java.lang.Object"},
                 "end": {"acme.size": "return.sizes"}}""");
        Path source = Files.writeString(directory.resolve("Desk.java"), """
                package acme; public interface Desk { Object open(); }
                class Left implements Desk { String name; public Object open() { return null; } }
                class Right implements Desk { public Object open() { return null; } }
                """);
        assertThat(ToolProvider.getSystemJavaCompiler()
                        .run(null, null, null, "-d", directory.toString(), source.toString()))
                .isZero();
        String classPath = classes() + File.pathSeparator + directory;

        assertThat(rulesCheck("--rules", rules, "--classpath", classPath)).isEqualTo(ExitCode.OK);
        assertThat(out()).isEqualTo("""
                my-rules
                state      rule    methods  paths
                ok         answer        1      0
                partial    desk          1      1
                unchecked  result        1      0
                - desk: not read: '@name' on acme.Right: no such field
                - result: not checkable: acme.size: return.sizes
                my-rules: 1 rule fits, 1 fits some classes only, 1 fits as far as it could be checked, 0 are for other versions, 0 look at parts that are not there, 0 are broken
                """);

        assertThat(rulesCheck("--rules", rules, "--classpath", classPath, "--format", "json"))
                .isEqualTo(ExitCode.OK);
        assertThat(out())
                .contains("\"fits\":1", "\"partial\":1", "\"unchecked\":1", "\"state\":\"partial\"")
                .contains("\"'@name' on acme.Right: no such field\"");
    }

    @Test
    void shouldPrintJson() throws Exception {
        Path rules = rules("""
                {"id": "answer", "kind": "agent", "since": "1.0", "match": {"class": "%1$s", "method": "answer(..)"},
                 "end": {"acme.size": "return.sizes"}}""");

        assertThat(rulesCheck("--rules", rules, "--classpath", classes(), "--format", "json"))
                .isEqualTo(ExitCode.GATE_FAILED);

        assertThat(out())
                .isEqualTo("""
                {
                  "format" : "agent-profiler-rule-check/1",
                  "sound" : false,
                  "files" : [
                    {
                      "file" : "my-rules",
                      "fits" : 0,
                      "partial" : 0,
                      "unchecked" : 0,
                      "other_version" : 0,
                      "absent" : 0,
                      "broken" : 1,
                      "rules" : [
                        {
                          "id" : "answer",
                          "state" : "broken",
                          "type" : "%s",
                          "since" : "1.0",
                          "optional" : false,
                          "methods" : [
                            "answer(..):*"
                          ],
                          "resolved":[],
                          "problems" : [
                            "%2$s:2:23: acme.size: return.sizes: no accessor 'sizes' on java.lang.String"
                          ],
                          "notes":[],
                          "absent":[],
                          "unchecked":[],
                          "calls":[],
                          "not_read":[]
                        }
                      ]
                    }
                  ]
                }
                """.formatted(CLERK, rules)
                                .replaceAll("(?m)^ +|\\n", "")
                                .replace("\" : ", "\":") + "\n");
    }

    @Test
    void shouldReadTheClassPathFromAFile() throws Exception {
        Path rules = rules("""
                {"id": "answer", "kind": "agent", "match": {"class": "%1$s", "method": "answer(..)"}}""");
        Path jars = Files.createDirectory(directory.resolve("lib"));
        Path list = Files.writeString(directory.resolve("classpath.txt"), classes() + "\n\n" + jars + "\n");

        assertThat(rulesCheck("--rules", rules, "--classpath", "@" + list)).isEqualTo(ExitCode.OK);

        assertRefused(rulesCheck("--rules", rules, "--classpath", jars + "/*"), "--classpath: no jar in " + jars);
        assertRefused(
                rulesCheck("--rules", rules, "--classpath", "@" + jars),
                "--classpath: " + jars + " cannot be read as a text file; expected a file that holds a class path");
        assertRefused(
                rulesCheck("--rules", rules, "--classpath", "@" + jars + "/none"),
                "--classpath: " + jars.resolve("none") + " does not exist; expected a file that holds a class path");
    }

    @Test
    void shouldRefuseWhatIsNoClassPath() throws Exception {
        Path empty = Files.createDirectory(directory.resolve("empty"));
        Path text = Files.writeString(directory.resolve("text.jar"), "hello");
        Path broken = Files.createDirectory(directory.resolve("broken"));
        Files.writeString(broken.resolve("Desk.class"), "no class");
        Path desk = rules("""
                {"id": "desk", "kind": "agent", "match": {"class": "Desk", "method": "open(..)"}}""");

        assertRefused(rulesCheck("--framework", "langchain4j"), "Missing required option: '--classpath=PATH'");
        assertRefused(
                rulesCheck("--classpath", directory.resolve("none.jar")),
                "--classpath: " + directory.resolve("none.jar") + " does not exist");
        assertRefused(
                rulesCheck("--classpath", directory.resolve("none") + "/*"),
                "--classpath: " + directory.resolve("none") + " is not a folder of jars");
        assertRefused(rulesCheck("--classpath", text), "--classpath: " + text + " cannot be read as a jar: ");
        assertRefused(
                rulesCheck("--classpath", empty),
                "there are no classes in " + empty + " (the jars inside a jar are not looked into)");
        assertRefused(rulesCheck("--classpath", broken, "--rules", desk), "class Desk cannot be read: no class file");
    }

    @Test
    void shouldRefuseWhatIsNoRuleFile() throws Exception {
        Path wrong = Files.writeString(directory.resolve("wrong.json"), """
                {"format": "agent-profiler-rules/1", "rules": [
                 {"id": "a", "kind": "robot", "match": {"class": "com.acme.A", "method": "a(..)"}},
                 {"id": "b", "knd": "agent", "match": {"class": "com.acme.A", "method": "b(..)"}}]}""");

        assertRefused(
                rulesCheck("--classpath", classes(), "--framework", "langchain5j"),
                "langchain5j.json: is not bundled; did you mean 'langchain4j'?; bundled are ");
        assertRefused(
                rulesCheck("--classpath", classes(), "--rules", directory.resolve("none.json")),
                directory.resolve("none.json") + ": does not exist (looked for ");
        assertRefused(
                rulesCheck("--classpath", classes(), "--version", "newest"),
                "--version takes a version such as 1.19.0, not 'newest'");
        assertRefused(rulesCheck("--classpath", emptyClass()), "the 1 class is of none of ");
        assertThat(rulesCheck("--classpath", classes(), "--rules", wrong)).isEqualTo(ExitCode.BAD_INPUT);
        assertThat(err().lines())
                .hasSize(2)
                .allMatch(line -> line.startsWith("analyzer: " + wrong + ":"))
                .anyMatch(line -> line.contains(":2:"))
                .anyMatch(line -> line.contains(":3:"));
    }

    @Test
    void shouldKnowRulesWithoutPackagesByTheirClasses() throws Exception {
        Path source = Files.createDirectories(directory.resolve("web/jakarta/servlet"))
                .resolve("Filter.java");
        Files.writeString(source, "package jakarta.servlet; public interface Filter {}");
        assertThat(ToolProvider.getSystemJavaCompiler().run(null, null, null, source.toString()))
                .isZero();

        rulesCheck("--classpath", directory.resolve("web"));

        assertThat(err()).isEmpty();
        assertThat(out()).startsWith("web\n").doesNotContain("langchain4j");
    }

    @Test
    void shouldListTheBundledRules() {
        assertThat(analyzer("rules", "list")).isEqualTo(ExitCode.OK);
        assertThat(out()).containsPattern("(?m)^langchain4j +LangChain4j .* \\d+$");
        assertThat(analyzer("rules", "list", "langchain4j")).isEqualTo(ExitCode.OK);
        assertThat(out().lines())
                .anyMatch(line ->
                        line.matches("chat-model +llm +dev\\.langchain4j\\.model\\.chat\\.ChatModel +since 1\\.0\\.0"))
                .anyMatch(line -> line.matches("chat-cancel +cancel of chat-model {2}.* {2}since 1\\.8\\.0"));
        assertThat(analyzer("rules", "list", "--format", "json")).isEqualTo(ExitCode.OK);
        assertThat(out())
                .startsWith("{\"format\":\"agent-profiler-rules-list/1\",\"files\":[")
                .contains(
                        "\"file\":\"langchain4j\"",
                        "\"id\":\"chat-model\",\"kind\":\"llm\",\"role\":\"span\",\"operation\":\"chat-model\","
                                + "\"type\":\"dev.langchain4j.model.chat.ChatModel\",\"since\":\"1.0.0\",\"optional\":false");
        assertThat(analyzer("rules", "list", "langchain4j", "--format", "markdown"))
                .isEqualTo(ExitCode.OK);
        assertThat(out())
                .contains(
                        "langchain4j",
                        "| <code>chat-model</code> | llm | <code>dev.langchain4j.model.chat.ChatModel</code> |");
        assertRefused(analyzer("rules", "list", "nobody"), "nobody.json: is not bundled");
        assertRefused(analyzer("rules"), "rules needs a command: check or list");
    }

    @Test
    void shouldExplainItself() {
        assertThat(analyzer("rules", "check", "--help")).isZero();
        assertThat(out()).contains("Examples:", "rules check --classpath \"lib/*\"", "Exit codes: 0 everything exists");
        assertThat(analyzer("rules", "--help")).isZero();
        assertThat(out()).contains("check", "list");
    }

    private int rulesCheck(Object... arguments) {
        Object[] all = new Object[arguments.length + 2];
        all[0] = "rules";
        all[1] = "check";
        System.arraycopy(arguments, 0, all, 2, arguments.length);
        return analyzer(all);
    }

    private int analyzer(Object... arguments) {
        out.reset();
        err.reset();
        String[] texts = new String[arguments.length];
        for (int i = 0; i < texts.length; i++) {
            texts[i] = arguments[i].toString();
        }
        Terminal streams = new Terminal(
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8),
                StandardCharsets.UTF_8,
                false,
                false,
                Map.of());
        return Main.run(streams, texts);
    }

    private String out() {
        return out.toString(StandardCharsets.UTF_8);
    }

    private String err() {
        return err.toString(StandardCharsets.UTF_8);
    }

    private void assertRefused(int code, String line) {
        assertThat(err()).startsWith("analyzer: " + line);
        assertThat(err().lines().filter(text -> !text.contains("--help"))).hasSize(1);
        assertThat(out()).isEmpty();
        assertThat(code).isEqualTo(ExitCode.BAD_INPUT);
    }

    /** Writes {@code my-rules.json}; {@code %1$s} in the rules is the clerk's class. */
    private Path rules(String rules) throws IOException {
        return Files.writeString(
                directory.resolve("my-rules.json"),
                "{\"format\": \"agent-profiler-rules/1\", \"rules\": [" + rules.formatted(CLERK) + "]}");
    }

    /** Returns the folder of this test's classes. */
    private static Path classes() throws URISyntaxException {
        return Path.of(RulesCommandTest.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
    }

    /** Returns a folder with the clerk's class only. */
    private Path emptyClass() throws IOException, URISyntaxException {
        String file = CLERK.replace('.', '/') + ".class";
        Path copy = directory.resolve("one").resolve(file);
        Files.createDirectories(copy.getParent());
        Files.copy(classes().resolve(file), copy);
        return directory.resolve("one");
    }
}
