// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.it.recipe;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.SAXException;

/**
 * The recipe of {@code docs/attach/testing.md} for Maven, as the page prints it, in a project with LangChain4j and in one with Spring AI: the
 * build passes, and fails once the agent gets worse though its tests still pass.
 */
@Tag("full")
class GateRecipeIT {
    private static final Path PAGE = Path.of("../docs/attach/testing.md");
    private static final Pattern XML = Pattern.compile("(?s)```xml\n(.*?)```");
    private static final String PASSED = "passed";

    @TempDir
    private Path directory;

    private MavenProject project(String name) throws IOException {
        Matcher plugin = XML.matcher(Files.readString(PAGE));
        assertThat(plugin.find()).isTrue();
        return MavenProject.copy(name, directory, plugin.group(1));
    }

    /** Returns for each check of the report of tests whether it passed, else what it says. */
    private static Map<String, String> checks(MavenProject project)
            throws IOException, SAXException, ParserConfigurationException {
        NodeList cases = DocumentBuilderFactory.newDefaultInstance()
                .newDocumentBuilder()
                .parse(project.target("surefire-reports/TEST-agent-gate.xml").toFile())
                .getElementsByTagName("testcase");
        Map<String, String> checks = new TreeMap<>();
        for (int i = 0; i < cases.getLength(); i++) {
            Element test = (Element) cases.item(i);
            NodeList failures = test.getElementsByTagName("failure");
            checks.put(
                    test.getAttribute("name"),
                    failures.getLength() == 0 ? PASSED : ((Element) failures.item(0)).getAttribute("message"));
        }
        return checks;
    }

    /** The JVM of the tests talks to Maven over its standard output; where something else is on it, Maven leaves a file. */
    private static void assertUndisturbed(MavenProject project, MavenProject.Build build) throws IOException {
        assertThat(build.output())
                .contains("Tests run: 2, Failures: 0, Errors: 0, Skipped: 0")
                .doesNotContain("orrupted c", "surefirebooter-");
        // the agent's line at the start and the one at the exit
        assertThat(build.output().lines().filter(line -> line.startsWith("[agent-profiler]")))
                .hasSize(2)
                .last()
                .asString()
                .contains("none dropped");
        try (Stream<Path> reports = Files.list(project.target("surefire-reports"))) {
            assertThat(reports.map(report -> report.getFileName().toString())).noneMatch(name -> name.contains("dump"));
        }
        try (Stream<Path> runs = Files.list(project.target("agent-profile"))) {
            assertThat(runs.map(run -> run.getFileName().toString()))
                    .hasSize(1)
                    .allMatch(run -> run.startsWith("refunds-"));
        }
    }

    @Test
    void shouldFailABuildWithLangChain4jOnceItsAgentLoops() throws Exception {
        MavenProject project = project("langchain4j");

        MavenProject.Build worse = project.verify("-Dworse=loop");
        assertThat(worse.exitCode()).as(worse.output()).isEqualTo(1);
        assertUndisturbed(project, worse);
        assertThat(checks(project))
                .containsEntry(
                        "max-model-calls 3: invoke_agent RefundAssistant", "1 of 2 workflows over it, the most is 5")
                .containsEntry(
                        "no-loops: invoke_agent RefundAssistant",
                        "in 1 of 2 workflows: tool orderState was called 4 times with the same arguments")
                .containsEntry("no-failures: invoke_agent RefundAssistant", PASSED)
                .containsEntry("complete data", PASSED);
        assertThat(worse.output())
                .contains("java -jar analyzer.jar tree --all-runs --trace ")
                .doesNotContain("\tat ");
        // the verdict is said once, and below it is only what Maven says of any failure
        String verdict = "1 of 2 workflows over it, the most is 5";
        assertThat(worse.output())
                .containsOnlyOnce(verdict)
                .containsOnlyOnce("on project refunds: an agent does worse");
        assertThat(worse.output()
                        .lines()
                        .dropWhile(line -> !line.contains(verdict))
                        .filter(line -> line.contains("INFO")))
                .isEmpty();

        // the run of the build before does not count
        MavenProject.Build mended = project.verify();
        assertThat(mended.exitCode()).as(mended.output()).isZero();
        assertUndisturbed(project, mended);
        assertThat(new ArrayList<>(checks(project).values()))
                .hasSizeGreaterThan(4)
                .containsOnly(PASSED);
        assertThat(mended.output()).contains("2 workflows of 1 name in 1 run of refunds");
    }

    @Test
    void shouldFailABuildWithSpringAiOnceAToolFails() throws Exception {
        MavenProject project = project("spring-ai");

        MavenProject.Build worse = project.verify("-Dworse=tool");
        assertThat(worse.exitCode()).as(worse.output()).isEqualTo(1);
        assertUndisturbed(project, worse);
        assertThat(checks(project))
                .containsEntry("max-model-calls 3: invoke_agent ChatClient", PASSED)
                .hasEntrySatisfying(
                        "no-failures: invoke_agent ChatClient",
                        why -> assertThat(why).startsWith("in 1 of 2 workflows: tool orderState failed with "));

        MavenProject.Build mended = project.verify();
        assertThat(mended.exitCode()).as(mended.output()).isZero();
        assertUndisturbed(project, mended);
        assertThat(new ArrayList<>(checks(project).values()))
                .hasSizeGreaterThan(4)
                .containsOnly(PASSED);
    }
}
