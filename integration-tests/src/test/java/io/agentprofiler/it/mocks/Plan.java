// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.it.mocks;

import io.agentprofiler.it.harness.Artifacts;
import io.agentprofiler.it.matrix.MatrixFile;
import io.agentprofiler.rules.model.Match;
import io.agentprofiler.rules.model.MethodSignature;
import io.agentprofiler.rules.model.Role;
import io.agentprofiler.rules.model.Rule;
import io.agentprofiler.rules.model.RuleFile;
import io.agentprofiler.rules.parse.RuleFiles;
import io.agentprofiler.rules.parse.json.RuleFileException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The plan of trials: each method that a rule names, against each class path of the matrix, newest first. */
final class Plan {
    private static final Pattern CALL = Pattern.compile("(\\w+)\\((?:'[^']*')?\\)");

    /** Types that change themselves by offsets of their fields: called on an object that no constructor made, they end the JVM. */
    private static final Set<String> BY_OFFSETS = Set.of("org.jboss.threads.EnhancedQueueExecutor");

    private Plan() {}

    /** Returns the lines that {@code com.example.mocks.MockTrials} reads, of all files that are on by default. */
    static List<String> lines() throws IOException, RuleFileException {
        List<String> rows = new ArrayList<>(MatrixFile.lines("rows.txt"));
        Collections.reverse(rows);
        List<String> lines = new ArrayList<>();
        for (String row : rows) {
            String[] words = row.split(" +");
            RuleFile file = RuleFiles.loadBundled(words[0]);
            if (file.onRequest()) {
                continue;
            }
            lines.add("row\t" + words[1] + "\t" + Artifacts.classPath(words[1]));
            for (Rule rule : file.rules()) {
                if (BY_OFFSETS.contains(rule.match().type())) {
                    continue;
                }
                for (MethodSignature method : rule.match().methods()) {
                    lines.add("method\t" + rule.match().type() + "\t" + written(method));
                }
            }
        }
        return lines;
    }

    /** Returns, of each rule of a file that is on by default, its id and what its methods are called among the outcomes. */
    static List<Tried> rules(String file) throws RuleFileException, IOException {
        List<Tried> rules = new ArrayList<>();
        RuleFile read = RuleFiles.loadBundled(file);
        if (read.onRequest()) {
            return rules;
        }
        for (Rule rule : read.rules()) {
            if (rule.match().by() != Match.By.PREFIX && rule.role() != Role.PROPAGATE) {
                rules.add(new Tried(
                        rule.qualifiedId(),
                        rule.match().methods().stream()
                                .map(method -> rule.match().type() + "#" + written(method))
                                .toList()));
            }
        }
        return rules;
    }

    /**
     * A rule.
     *
     * @param id file and id
     * @param targets its methods
     */
    record Tried(String id, List<String> targets) {}

    private static String written(MethodSignature method) {
        return method.name() + "(" + String.join(",", method.parameters()) + "):" + method.returns();
    }

    /** Returns the names of the methods that paths of the bundled rules call because they say so: {@code .name()}. */
    static Set<String> explicitCalls() throws IOException {
        Set<String> names = new LinkedHashSet<>();
        for (String file : RuleFiles.bundled()) {
            JsonNode rules = new JsonMapper().readTree(RuleFiles.class.getResourceAsStream("/rules/" + file + ".json"));
            addCalls(rules, names);
        }
        return names;
    }

    private static void addCalls(JsonNode json, Set<String> names) {
        if (json.isString()) {
            Matcher call = CALL.matcher(json.asString());
            while (call.find()) {
                names.add(call.group(1));
            }
        }
        json.properties().forEach(property -> {
            if (!Set.of("match", "comment", "wrap", "header").contains(property.getKey())) {
                addCalls(property.getValue(), names);
            }
        });
        if (json.isArray()) {
            json.forEach(element -> addCalls(element, names));
        }
    }
}
