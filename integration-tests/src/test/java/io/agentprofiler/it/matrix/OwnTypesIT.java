// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.it.matrix;

import static org.assertj.core.api.Assertions.assertThat;

import com.example.own.OwnTypes;
import io.agentprofiler.it.harness.AgentProcess;
import io.agentprofiler.it.harness.Artifacts;
import io.agentprofiler.it.harness.Jdks;
import io.agentprofiler.it.harness.ProcessResult;
import io.agentprofiler.it.harness.RunningProgram;
import io.agentprofiler.rules.model.Match;
import io.agentprofiler.rules.model.Rule;
import io.agentprofiler.rules.parse.RuleFiles;
import io.agentprofiler.testing.Golden;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * Every bundled rule on types of the application: each type that users can implement or extend is an application class whose
 * methods report calls by the agent. Rules that name a class of the framework are changed to name such a class, with the
 * same methods and paths.
 */
@Tag("full")
class OwnTypesIT {
    private static final JsonMapper JSON = new JsonMapper();
    /** It makes the classes of all libraries: 20 s of CPU. */
    private static final Duration PATIENCE = Duration.ofMinutes(6);

    private static final String FOREIGN = "not called by the program: ";

    private final List<String> lines = new ArrayList<>();
    private final List<String> ruleFiles = new ArrayList<>();

    @Test
    void shouldCallNoMethodOfTypesOfTheApplication(@TempDir Path dir) throws Exception {
        Map<String, String> classPaths = newest();
        List<String> args = new ArrayList<>(List.of(
                dir.resolve("methods.txt").toString(), dir.resolve("own").toString()));
        int number = 0;
        for (Map.Entry<String, String> framework : classPaths.entrySet()) {
            add(framework.getKey(), number++, dir);
            args.add(Artifacts.classPath(framework.getValue()));
        }
        addControl(number, dir);
        args.add("");
        Files.write(dir.resolve("methods.txt"), lines);

        AgentProcess program = AgentProcess.of(OwnTypes.class, dir)
                .jdk(Jdks.newest())
                .classPath(Artifacts.programs() + File.pathSeparator + Artifacts.ofTests("byte-buddy-"))
                .setting("rules", String.join(",", ruleFiles))
                .setting("content", "full")
                .jvm("-Xss4m")
                .args(args.toArray(String[]::new));
        ProcessResult result;
        try (RunningProgram running = program.start()) {
            result = running.await(PATIENCE);
        }

        assertThat(result.exitCode()).as(result.err()).isZero();
        assertThat(result.out().lines().filter(line -> line.startsWith(FOREIGN)))
                .as("methods that the agent called: that of the control, each of two times, and no other")
                .hasSize(2)
                .allMatch(line -> line.endsWith("Control.name()"));
        Golden.of("matrix/own-types.txt")
                .assertIs(result.out()
                                .lines()
                                .filter(line -> !line.startsWith(FOREIGN))
                                .map(line -> line + "\n")
                                .collect(Collectors.joining())
                        + spans(result));
    }

    /** Returns the newest class path that has each rule file's framework. */
    private static Map<String, String> newest() throws IOException {
        Map<String, String> newest = new LinkedHashMap<>();
        for (RuleMatrixTest.Row row : RuleMatrixTest.rows()) {
            newest.put(row.rules(), row.classPath());
        }
        // whose rules are about the JDK's client
        newest.put("recognised", newest.get("http-clients"));
        return newest;
    }

    private void add(String framework, int number, Path dir) throws Exception {
        List<Rule> rules = RuleFiles.loadBundled(framework).rules();
        ObjectNode file;
        try (InputStream in = RuleFiles.class.getResourceAsStream("/rules/" + framework + ".json")) {
            file = (ObjectNode) JSON.readTree(in);
        }
        // a file of the user's is always on
        boolean onRequest = file.remove("onRequest") != null;
        int index = 0;
        for (JsonNode node : file.path("rules")) {
            if (onRequest) {
                meanEachCall((ObjectNode) node);
            }
            Rule rule = rules.get(index);
            String own = "own." + framework.replaceAll("\\W", "") + ".Type" + index++;
            Match match = rule.match();
            String methods = match.methods().stream()
                    .filter(signature -> signature.parameters() != null && signature.returns() != null)
                    .map(signature -> " " + signature.name() + ":" + signature.returns() + ":"
                            + String.join(",", signature.parameters()))
                    .collect(Collectors.joining());
            lines.add(number + " " + own + " " + (match.by() == Match.By.PREFIX ? "-" : match.type()) + methods);
            ObjectNode changed = (ObjectNode) node.path("match");
            changed.remove(List.of("class", "prefix", "subtypeOf", "except"));
            changed.put("class", own);
        }
        Path changed = dir.resolve("own-" + framework + ".json");
        Files.writeString(changed, JSON.writeValueAsString(file));
        ruleFiles.add(changed.toString());
    }

    /** Lets a rule mean calls that it leaves alone for what is around them or in them, so that they are read. */
    private static void meanEachCall(ObjectNode rule) {
        rule.remove("root");
        JsonNode conditions = rule.remove("unless");
        int number = 0;
        for (JsonNode unless : conditions == null ? List.<JsonNode>of() : conditions) {
            if (unless.has("path")) {
                String when = rule.path("role").asString("span").equals("note") ? "end" : "start";
                rule.withObject("/" + when)
                        .put(
                                "com.example.unless" + number++,
                                unless.path("path").asString());
            }
        }
    }

    /** A rule that calls a method, as bundled rules may not: it shows that such a call is seen. */
    private void addControl(int number, Path dir) throws IOException {
        lines.add(number + " own.control.Type - run:void:com.example.own.OwnTypes$Control");
        Path file = dir.resolve("control.json");
        Files.writeString(file, """
                {"format": "agent-profiler-rules/1", "rules": [
                  {"id": "control", "kind": "function", "start": {"com.example.name": "arg0.name()"},
                   "match": {"class": "own.control.Type", "method": "run(com.example.own.OwnTypes$Control):void"}}]}
                """);
        ruleFiles.add(file.toString());
    }

    /** Returns how many rules of each file have spans. */
    private static String spans(ProcessResult result) {
        Map<String, Integer> spans = new LinkedHashMap<>();
        for (JsonNode rule : result.segments().footer().path("rules")) {
            if (rule.path("spans").asLong() > 0) {
                spans.merge(rule.path("rule").asString().replaceFirst("/.*", ""), 1, Integer::sum);
            }
        }
        return spans.entrySet().stream()
                .map(file -> file.getKey() + ": spans of " + file.getValue() + " rules\n")
                .collect(Collectors.joining());
    }
}
