// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.it.artifact;

import static org.assertj.core.api.Assertions.assertThat;

import com.example.agents.model.LocalAnswer;
import com.example.plain.NoAi;
import com.example.plain.TwoThoughts;
import io.agentprofiler.it.harness.AgentProcess;
import io.agentprofiler.it.harness.Artifacts;
import io.agentprofiler.it.harness.Jdks;
import io.agentprofiler.it.harness.ProcessResult;
import io.agentprofiler.it.harness.analyzer.Analyzer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A framework that no rule fits is named where users look: on the last line, in the data notes, and before any finding. */
@Tag("once")
class NotRecognisedIT {
    @TempDir
    private Path dir;

    @Test
    void shouldNameAFrameworkVersionThatNoRuleIsFor() {
        ProcessResult traced = AgentProcess.of("com.example.beta.BetaAnswer", dir)
                .classPath(Artifacts.classPath("langchain4j-1.0.0-beta3"))
                .run();

        assertThat(traced.out()).isEqualTo("it is noon\n");
        assertThat(lastLine(traced))
                .contains("NO MODEL CALL RECOGNISED of langchain4j as loaded from ")
                .contains("langchain4j-core-1.0.0-beta3.jar")
                .contains("(supported: LangChain4j 0.35, 0.36 and 1.0 to ");
        String report = Analyzer.run(
                        Jdks.current(), dir, "report", traced.profileDir().toString())
                .out();
        assertThat(report)
                .contains("no model call of langchain4j was recognised, which was loaded from", "1.0.0-beta3.jar")
                .doesNotContain("data complete");
        assertThat(report.indexOf("Not recognised")).isNotNegative();
        if (report.contains("\nFindings")) {
            assertThat(report.indexOf("Not recognised")).isLessThan(report.indexOf("\nFindings"));
        }
    }

    @Test
    void shouldSayNothingOfTheKindWhereModelCallsAreTraced() {
        ProcessResult traced = AgentProcess.of(LocalAnswer.class, dir).run();

        assertThat(lastLine(traced)).doesNotContain("RECOGNISED", "matched no method");
        assertThat(Analyzer.run(
                                Jdks.current(),
                                dir,
                                "report",
                                traced.profileDir().toString())
                        .out())
                .doesNotContain("Not recognised")
                .contains("data complete");
    }

    @Test
    void shouldNameMethodsOfTheUsersOwnThatMatchedNothing() throws Exception {
        Path rules = Files.writeString(dir.resolve("mine.json"), """
                {"format": "agent-profiler-rules/1", "rules": [
                  {"id": "there", "match": {"class": "com.example.plain.TwoThoughts", "method": "think"}},
                  {"id": "nowhere", "match": {"class": "com.example.plain.TwoThoughts", "method": "wonder"}},
                  {"id": "other", "match": {"class": "com.example.plain.TwoThoughts", "method": "main(int)"}}]}
                """);

        ProcessResult traced = AgentProcess.of(TwoThoughts.class, dir)
                .setting("rules", rules.toString())
                .setting("trace", "com.example.plain.TwoThoughts#main;com.example.plain.ThreeThoughts#think")
                .run();

        assertThat(lastLine(traced))
                .contains("; matched no method of a loaded class: 'mine/nowhere',"
                        + " 'mine/other' (com.example.plain.TwoThoughts has main(java.lang.String[]):void),"
                        + " 'trace/com.example.plain.ThreeThoughts#think'");
        assertThat(Analyzer.run(
                                Jdks.current(),
                                dir,
                                "report",
                                traced.profileDir().toString())
                        .out()
                        .replaceAll("\\s+", " "))
                .contains("3 rules of your own matched no method of a loaded class: mine/nowhere, mine/other,"
                        + " trace/com.example.plain.ThreeThoughts#think");
    }

    @Test
    void shouldSayThatNoTracedMethodWasThereWhereNothingElseIs() {
        ProcessResult traced = AgentProcess.of(NoAi.class, dir)
                .setting("frameworks", "none")
                .setting("trace", "com.example.plain.NoSuch#thing")
                .run();

        assertThat(traced.err())
                .isEqualTo("[agent-profiler] nothing was recorded: no class named by agentprofiler.trace"
                        + " (com.example.plain.NoSuch#thing) was loaded\n");
    }

    @Test
    void shouldSayThatTheSettingsLeaveNothingToLookFor() {
        ProcessResult traced =
                AgentProcess.of(NoAi.class, dir).setting("frameworks", "none").run();

        assertThat(traced.err().lines()).singleElement().asString().startsWith("[agent-profiler] records nothing: ");
    }

    @Test
    void shouldPointFromAMissingDirectoryToTheAgentsLastLine() {
        ProcessResult report = Analyzer.run(
                Jdks.current(), dir, "report", dir.resolve("nothing").toString());

        assertThat(report.exitCode()).isEqualTo(2);
        assertThat(report.err()).contains("no such file or directory", "last line on stderr");
    }

    private static String lastLine(ProcessResult traced) {
        List<String> lines = traced.err().lines().toList();
        return lines.get(lines.size() - 1);
    }
}
