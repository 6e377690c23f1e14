// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.rules.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agentprofiler.rules.check.type.ClassPath;
import io.agentprofiler.rules.parse.RuleParser;
import io.agentprofiler.rules.parse.json.RuleFileException;
import io.agentprofiler.rules.parse.rule.Origin;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RuleCheckerTest {
    private static final String MODEL = "\"subtypeOf\": \"" + name("Model") + "\"";
    private static final String ASK = "\"method\": \"ask(" + name("Question") + "):" + name("Reply") + "\"";

    @TempDir
    Path folder;

    @Test
    void shouldFitWhenTypeMethodAndPathsAreThere() throws Exception {
        RuleResult result = check(MODEL, ASK, """
                "start": {"a": "arg0.lines[].text", "b": "arg0.byName.x.text", "c": "arg0.first.text", "d": "arg0.lines.size"},
                "end": {"e": "return.usage.input", "f": "return.final", "g": "return.class"},
                "content": {"h": {"each": "arg0.lines", "as": {"text": "text"}}}""");

        assertThat(result.state()).isEqualTo(RuleResult.State.FITS);
        assertThat(result.problems()).isEmpty();
        assertThat(result.notes()).isEmpty();
        assertThat(result.paths().unchecked()).isEmpty();
    }

    @Test
    void shouldSayWhatItFound() throws Exception {
        RuleResult result =
                check(MODEL, ASK, "\"start\": {\"a\": \"arg0.first.text\"}, \"end\": {\"e\": \"return.x\"}");

        assertThat(result.methods()).containsExactly("ask(" + name("Question") + "):" + name("Reply"));
        assertThat(result.paths().resolved()).containsExactly("a: arg0.first.text");
    }

    @Test
    void shouldBelieveTheVersionItIsTold() throws Exception {
        String text = file(MODEL, "\"method\": \"gone():void\"", "\"until\": \"1.4.0\"");
        Path jar = jar("shop-1.5.0.jar", "Model", "Question", "Reply", "Usage");

        try (ClassPath classPath = ClassPath.open(List.of(jar))) {
            CheckReport later = RuleChecker.check(RuleParser.parse("shop.json", text, Origin.USER), classPath);
            CheckReport earlier =
                    RuleChecker.check(RuleParser.parse("shop.json", text, Origin.USER), classPath, "1.3.0");

            assertThat(later.version()).isEqualTo("1.5.0");
            assertThat(later.results().get(0).state()).isEqualTo(RuleResult.State.OTHER_VERSION);
            assertThat(earlier.version()).isEqualTo("1.3.0");
            assertThat(earlier.results().get(0).state()).isEqualTo(RuleResult.State.BROKEN);
        }
    }

    @Test
    void shouldRefuseBytesThatOnlyLookLikeAClass() throws Exception {
        Path classes = Files.createDirectories(folder.resolve("classes"));
        byte[] bytes = new byte[64];
        System.arraycopy(
                new byte[] {(byte) 0xCA, (byte) 0xFE, (byte) 0xBA, (byte) 0xBE, 0, 0, 0, 61, 0, 1, 0, 1, 0, 9},
                0,
                bytes,
                0,
                14);
        Files.write(classes.resolve("Odd.class"), bytes);

        try (ClassPath classPath = ClassPath.open(List.of(classes))) {
            assertThatThrownBy(() -> classPath.find("Odd")).hasMessage("class Odd cannot be read");
        }
    }

    @Test
    void shouldAskSubtypesForWhatADeclaredTypeLacks() throws Exception {
        RuleResult result = check(MODEL, ASK, "\"end\": {\"a\": \"return.usage.cached\"}");

        assertThat(result.paths().resolved()).containsExactly("a: return.usage.cached");
        assertThat(result.state()).isEqualTo(RuleResult.State.PARTIAL);
        assertThat(result.paths().notRead()).containsExactly("'cached' on " + name("Usage") + ": no such accessor");
    }

    @Test
    void shouldAskSubtypesBelowTypesOfTheJdk() throws Exception {
        RuleResult result = check(MODEL, ASK, "\"end\": {\"a\": \"thrown.status\"}");

        assertThat(result.problems()).isEmpty();
        assertThat(check(MODEL, ASK, "\"end\": {\"a\": \"thrown.statu\"}").problems())
                .containsExactly("a: thrown.statu: no accessor 'statu' on java.lang.Throwable");
    }

    @Test
    void shouldCheckMethodsThatAreGivenAText() throws Exception {
        assertThat(check(
                                MODEL,
                                ASK,
                                "\"start\": {\"a\": \"arg0.lines[0].word('x').input\", \"b\": \"arg0.byName.get('x').text\"}")
                        .problems())
                .isEmpty();
        assertThat(check(MODEL, ASK, "\"traceparent\": \"arg0.header('traceparent')\"")
                        .problems())
                .containsExactly(
                        "traceparent: arg0.header('traceparent'): no accessor 'header(text)' on " + name("Question"));
    }

    @Test
    void shouldNameEveryStepThatIsNotThere() throws Exception {
        RuleResult result = check(MODEL, ASK, """
                "start": {"a": "arg0.lines[0].txt", "b": "arg0.lines.text"},
                "end": {"c": {"plus": ["return.usage.input", "return.usage.output"]}, "d": "return.usage[0]"},
                "content": {"e": {"each": "arg0.lines", "as": {"line": "nothing"}}}""");

        assertThat(result.state()).isEqualTo(RuleResult.State.BROKEN);
        assertThat(result.problems())
                .containsExactly(
                        "a: arg0.lines[0].txt: no accessor 'txt' on " + name("Line") + "; expected 'text'",
                        "b: arg0.lines.text: no accessor 'text' on java.util.List",
                        "c: return.usage.output: no accessor 'output' on " + name("Usage") + "; expected 'input'",
                        "d: return.usage[0]: no [0] on " + name("Usage"),
                        "e > line: nothing: no accessor 'nothing' on " + name("Line") + "; expected 'anything'");
    }

    @Test
    void shouldFollowWhatALambdaTakesAndReturns() throws Exception {
        RuleResult result =
                check("\"class\": \"" + name("Tool") + "\"", "\"method\": \"step():" + name("Step") + "\"", """
                "shape": "lambda", "start": {"a": "this.name", "b": "arg0.first.text"},
                "end": {"c": "return.input", "d": "return.output"}""");

        assertThat(result.paths().resolved()).containsExactly("a: this.name", "b: arg0.first.text", "c: return.input");
        assertThat(result.problems())
                .containsExactly("d: return.output: no accessor 'output' on " + name("Usage") + "; expected 'input'");
    }

    @Test
    void shouldBeContentWithOneOfSeveralAlternatives() throws Exception {
        assertThat(check(MODEL, ASK, "\"end\": {\"a\": \"(return.tokens|return.usage.output)\"}")
                        .state())
                .isEqualTo(RuleResult.State.BROKEN);
        assertThat(check(MODEL, ASK, "\"end\": {\"a\": \"(return.tokens|return.usage.output|return.usage.input)\"}")
                        .state())
                .isEqualTo(RuleResult.State.FITS);
    }

    @Test
    void shouldListOptionalStepsThatAreNotThere() throws Exception {
        RuleResult result =
                check(MODEL, ASK, "\"end\": {\"a\": \"return.usage.output?\", \"b\": \"return.usage.cached?\"}");

        assertThat(result.state()).isEqualTo(RuleResult.State.FITS);
        assertThat(result.paths().absent()).containsExactly("a: return.usage.output?");
    }

    @Test
    void shouldListWhatLeadsThroughUnknownTypes() throws Exception {
        RuleResult result = check(MODEL, ASK, """
                "start": {"a": "arg0.untyped[0].text", "b": "arg0.lines[0].anything", "c": "arg0.lines[0].anything.x"}""");

        assertThat(result.state()).isEqualTo(RuleResult.State.UNCHECKED);
        assertThat(result.paths().unchecked())
                .containsExactly("a: arg0.untyped[0].text", "c: arg0.lines[0].anything.x");
    }

    @Test
    void shouldReadGenericTypesOfImplementations() throws Exception {
        String textModel = "\"class\": \"" + name("TextModel") + "\"";

        assertThat(check(textModel, ASK, "\"end\": {\"a\": \"return.content.text\"}")
                        .paths()
                        .unchecked())
                .isEmpty();
        assertThat(check(textModel, ASK, "\"end\": {\"a\": \"return.content.txt\"}")
                        .problems())
                .containsExactly("a: return.content.txt: no accessor 'txt' on " + name("Line") + "; expected 'text'");
    }

    @Test
    void shouldLookIntoFutures() throws Exception {
        String later = "\"method\": \"askLater(" + name("Question") + "):java.util.concurrent.CompletionStage\"";

        assertThat(check(MODEL, later, "\"shape\": \"future\", \"end\": {\"a\": \"return.usage.input\"}")
                        .problems())
                .isEmpty();
        assertThat(check(MODEL, later, "\"shape\": \"call\", \"end\": {\"a\": \"return.usage.input\"}")
                        .problems())
                .containsExactly("a: return.usage.input: no accessor 'usage' on java.util.concurrent.CompletionStage");
    }

    @Test
    void shouldKnowAnnotations() throws Exception {
        String tell = "\"method\": \"tell(java.lang.Object," + name("Question") + "[]):void\"";

        assertThat(check(MODEL, tell, "\"start\": {\"a\": \"arg@" + name("Customer") + "\"}")
                        .problems())
                .isEmpty();
        assertThat(check(MODEL, tell, "\"start\": {\"a\": \"arg@com.acme.Nobody\"}")
                        .problems())
                .containsExactly("a: arg@com.acme.Nobody: no annotation com.acme.Nobody on the class path");
    }

    @Test
    void shouldMissAMethodWithOtherTypes() throws Exception {
        RuleResult result = check(MODEL, "\"method\": \"ask(java.lang.String):" + name("Reply") + "\"", "");

        assertThat(result.state()).isEqualTo(RuleResult.State.BROKEN);
        assertThat(result.problems())
                .containsExactly("no method ask(java.lang.String):" + name("Reply") + " in " + name("Model")
                        + "; there is ask(" + name("Question") + "):" + name("Reply"));
    }

    @Test
    void shouldFindMethodsThatOnlyImplementationsHave() throws Exception {
        assertThat(check(MODEL, "\"method\": \"only(int):java.lang.String\"", "")
                        .state())
                .isEqualTo(RuleResult.State.FITS);
    }

    @Test
    void shouldNotTakeAnAbstractMethodForOneThatCanBeWoven() throws Exception {
        RuleResult result = check("\"class\": \"" + name("Model") + "\"", ASK, "");

        assertThat(result.state()).isEqualTo(RuleResult.State.BROKEN);
        assertThat(result.problems())
                .singleElement()
                .asString()
                .endsWith(
                        "it is abstract there; write \"subtypeOf\" in place of \"class\" to trace its implementations");
    }

    @Test
    void shouldSayThatTypesAreWrittenWithTheirPackageAndWhichOverloadsThereAre() throws Exception {
        RuleResult result = check(MODEL, "\"method\": \"ask(Question)\"", "");

        assertThat(result.problems())
                .containsExactly("no method ask(Question):* in " + name("Model")
                        + "; 'Question' is written without its package, types need it, for example java.lang.String; there is ask("
                        + name("Question") + "):" + name("Reply"));
    }

    @Test
    void shouldRefuseAnObjectThatHasNoValue() throws Exception {
        RuleResult result = check(MODEL, ASK, """
                "start": {"a": "arg0.first", "b": "arg0.lines", "c": "arg0.first.text"}, "end": {"u": "return.usage", "f": "return.final"},
                "content": {"d": {"data": "arg0.first"}}""");

        assertThat(result.state()).isEqualTo(RuleResult.State.BROKEN);
        assertThat(result.problems())
                .containsExactly(
                        "a: arg0.first: " + name("Line")
                                + " has no value; name the step that leads to one, or write {\"data\": \"arg0.first\"} for its fields",
                        "u: return.usage: " + name("Usage")
                                + " has no value; name the step that leads to one, or write {\"data\": \"return.usage\"} for its fields");
    }

    @Test
    void shouldNoteSignaturesOfWhichOnlyOthersAreThere() throws Exception {
        String methods = "\"method\": [\"ask(" + name("Question") + "):" + name("Reply") + "\", \"askAll():void\"]";

        RuleResult result = check(MODEL, methods, "");

        assertThat(result.state()).isEqualTo(RuleResult.State.FITS);
        assertThat(result.notes()).containsExactly("no method askAll():void in " + name("Model"));
    }

    @Test
    void shouldMissAClass() throws Exception {
        String missing = "\"class\": \"io.agentprofiler.rules.check.Nowhere\"";
        String elsewhere = "\"class\": \"com.acme.Nowhere\"";
        String prefix = "\"prefix\": \"io.agentprofiler.rules.check.Nowhere$\"";

        assertThat(check(missing, ASK, "").problems())
                .containsExactly("no class io.agentprofiler.rules.check.Nowhere on the class path");
        assertThat(check(prefix, ASK, "").state()).isEqualTo(RuleResult.State.BROKEN);
        assertThat(check(missing, ASK, "\"optional\": true").state()).isEqualTo(RuleResult.State.BROKEN);
        assertThat(check(elsewhere, ASK, "\"optional\": true").state()).isEqualTo(RuleResult.State.ABSENT);
    }

    @Test
    void shouldHoldRulesAgainstTheVersionTheyAreFor() throws Exception {
        Path jar = jar("shop-1.5.0-beta2.jar", "Model", "Question", "Reply");

        assertThat(check(jar, MODEL, "\"method\": \"gone():void\"", "\"since\": \"1.6\"")
                        .state())
                .isEqualTo(RuleResult.State.OTHER_VERSION);
        assertThat(check(jar, MODEL, "\"method\": \"gone():void\"", "\"until\": \"1.4.9\"")
                        .state())
                .isEqualTo(RuleResult.State.OTHER_VERSION);
        assertThat(check(jar, MODEL, "\"method\": \"gone():void\"", "\"since\": \"1.5.0\"")
                        .state())
                .isEqualTo(RuleResult.State.BROKEN);
        assertThat(check(jar, MODEL, ASK, "\"since\": \"1.6.0\"").notes())
                .containsExactly("is there in 1.5.0-beta2, though the rule says since 1.6.0");
        assertThat(check(jar, "\"class\": \"" + name("Later") + "\"", ASK, "\"since\": \"1.6.0\"")
                        .state())
                .isEqualTo(RuleResult.State.OTHER_VERSION);
    }

    @Test
    void shouldNotCheckTypesThatAreNotOnTheClassPath() throws Exception {
        Path jar = jar("shop-1.5.0.jar", "Model", "Question");

        assertThat(check(jar, MODEL, ASK, "\"end\": {\"a\": \"return.usage.input\"}")
                        .paths()
                        .unchecked())
                .containsExactly("a: return.usage.input");
    }

    @Test
    void shouldPreferWhatMavenWroteOverTheNameOfTheJar() throws Exception {
        Path jar = folder.resolve("shop-1.0.0.jar");
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(jar))) {
            zip.putNextEntry(new ZipEntry("META-INF/maven/com.acme/shop/pom.properties"));
            zip.write("version=2.1.0\n".getBytes(StandardCharsets.ISO_8859_1));
            add(zip, "Model");
        }

        try (ClassPath classPath = ClassPath.open(folder + "/*")) {
            assertThat(classPath.versionOf(name("Model"))).isEqualTo("2.1.0");
        }
    }

    @Test
    void shouldSayWhichJarCannotBeRead() throws IOException {
        Path broken = Files.writeString(folder.resolve("broken.jar"), "no jar");

        assertThatThrownBy(() -> ClassPath.open(broken.toString()))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith(broken + " cannot be read as a jar: ");
    }

    @Test
    void shouldReportInLines() throws Exception {
        Path jar = jar("shop-1.5.0.jar", "Model", "Question", "Reply", "Usage");

        try (ClassPath classPath = ClassPath.open(List.of(jar))) {
            CheckReport report = RuleChecker.check(
                    RuleParser.parse("shop.json", file(MODEL, ASK, "\"end\": {\"a\": \"return.x\"}"), Origin.USER),
                    classPath);

            assertThat(report.isSound()).isFalse();
            assertThat(report.lines())
                    .containsExactly(
                            "shop against 1.5.0: 0 rules fit, 0 are for other versions, 0 look at parts that are not "
                                    + "there, 1 is broken",
                            "  shop/r: a: return.x: no accessor 'x' on " + name("Reply")
                                    + "; expected one of 'content', 'final', 'usage'");
        }
    }

    private static String name(String nested) {
        return "io.agentprofiler.rules.check.Shop$" + nested;
    }

    private static RuleResult check(String match, String method, String more) throws Exception {
        return check(testClasses(), match, method, more);
    }

    private static RuleResult check(Path classes, String match, String method, String more) throws Exception {
        try (ClassPath classPath = ClassPath.open(List.of(classes))) {
            return RuleChecker.check(RuleParser.parse("shop.json", file(match, method, more), Origin.USER), classPath)
                    .results()
                    .get(0);
        } catch (RuleFileException e) {
            throw new AssertionError(e.getMessage(), e);
        }
    }

    private static String file(String match, String method, String more) {
        String shape = more.contains("\"shape\"") ? "" : "\"shape\": \"call\", ";
        return """
                { "format": "agent-profiler-rules/1", "packages": ["io.agentprofiler.rules.check."],
                  "rules": [ { "id": "r", %s "match": { %s, %s } %s } ] }
                """.formatted(shape, match, method, more.isEmpty() ? "" : ", " + more);
    }

    private static Path testClasses() throws URISyntaxException {
        return Path.of(RuleCheckerTest.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
    }

    private Path jar(String file, String... nested) throws Exception {
        Path jar = folder.resolve(file);
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(jar))) {
            for (String each : nested) {
                add(zip, each);
            }
        }
        return jar;
    }

    private static void add(ZipOutputStream zip, String nested) throws Exception {
        String entry = name(nested).replace('.', '/') + ".class";
        zip.putNextEntry(new ZipEntry(entry));
        zip.write(Files.readAllBytes(testClasses().resolve(entry)));
    }
}
