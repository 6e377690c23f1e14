// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.boot;

import io.agentprofiler.agent.engine.site.RuleStates;
import io.agentprofiler.agent.weave.RuleWeaver;
import io.agentprofiler.agent.weave.match.LoadedFrameworks;
import io.agentprofiler.agent.weave.match.LoadedFrameworks.Framework;
import io.agentprofiler.rules.model.LoadedLibrary;
import io.agentprofiler.rules.model.Rule;
import io.agentprofiler.rules.model.RunRules;
import io.agentprofiler.shared.schema.SpanKind;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Supplier;

/**
 * What of the application the rules did not cover: frameworks that were loaded and none of whose model calls a rule knows,
 * as another version has them; AI libraries that were loaded and are not traced; and rules of the user's own that matched nothing.
 * Until the agent has finished its start nothing is known of that: classes are still to be woven.
 *
 * <p><b>Threading:</b> any thread.
 */
public final class RuleCoverage {
    private static final int LONGEST_LIST = 5;

    private final RuleWeaver weaver;
    private final LoadedFrameworks loaded;
    private final Set<Rule> own = Collections.newSetFromMap(new IdentityHashMap<>());
    private final LoadedLibraries libraries;
    private final Supplier<Class<?>[]> classes;
    private volatile boolean started;

    /**
     * Creates the answer.
     *
     * @param own the rules of the user's own, among those of {@code weaver}
     * @param states what the rules have done so far
     * @param classes the classes that are loaded
     */
    public RuleCoverage(
            RuleWeaver weaver,
            LoadedFrameworks loaded,
            List<Rule> own,
            RuleStates states,
            Supplier<Class<?>[]> classes) {
        this.weaver = weaver;
        this.loaded = loaded;
        this.own.addAll(own);
        this.libraries = new LoadedLibraries(weaver.rules(), own, states::spans);
        this.classes = classes;
    }

    /** The start is over: whatever was loaded before has been offered to the rules. */
    public void started() {
        started = true;
    }

    /** Answers whether the start is over. */
    boolean isStarted() {
        return started;
    }

    /** Returns what a segment's footer says of each framework that was loaded. */
    List<Map<String, Object>> frameworks() {
        List<Map<String, Object>> all = new ArrayList<>();
        for (Framework framework : met()) {
            Map<String, Object> entry = new LinkedHashMap<>();
            entry.put("name", framework.name());
            entry.put("supported", framework.supported());
            entry.put("jars", framework.jars());
            entry.put("model_calls", hasModelCalls(framework));
            all.add(entry);
        }
        return all;
    }

    /** Returns the loaded frameworks. A framework does not count if only a library that it uses was loaded. */
    private List<Framework> met() {
        List<Framework> met = new ArrayList<>();
        for (Framework framework : started ? loaded.met() : List.<Framework>of()) {
            if (hasModelCalls(framework)
                    || !framework.packages().stream()
                            .allMatch(prefix -> libraries.table().of(prefix) != null)) {
                met.add(framework);
            }
        }
        return met;
    }

    /** Returns what a segment's footer says of libraries that were loaded and are not traced, or not all of them. */
    List<Map<String, Object>> libraries() {
        List<Map<String, Object>> all = new ArrayList<>();
        for (LoadedLibrary library : untraced()) {
            Map<String, Object> entry = new LinkedHashMap<>();
            entry.put("name", library.name());
            if (library.version() != null) {
                entry.put("version", library.version());
            }
            if (!library.untraced().isEmpty()) {
                entry.put("untraced", library.untraced());
                entry.put("traced", library.traced());
            }
            entry.put("below", library.below());
            all.add(entry);
        }
        return all;
    }

    private synchronized List<LoadedLibrary> untraced() {
        return started ? libraries.among(classes.get(), weaver.woven()) : List.of();
    }

    /** Returns the user's own rules, {@code file/id}, that were woven into no class. */
    List<String> unmatched() {
        return List.copyOf(unmatchedWithHints().keySet());
    }

    /** Returns the same rules, each with what the class it names has instead, or an empty text. */
    private Map<String, String> unmatchedWithHints() {
        Map<String, String> unmatched = new LinkedHashMap<>();
        RunRules rules = weaver.rules();
        for (int i = started ? rules.nextRead(0) : -1; i >= 0; i = rules.nextRead(i + 1)) {
            if (weaver.wovenTypes(i) == 0 && weaver.failedTypes(i) == 0 && own.contains(rules.get(i))) {
                unmatched.put(rules.get(i).qualifiedId(), Objects.requireNonNullElse(weaver.nearMiss(i), ""));
            }
        }
        return unmatched;
    }

    /** Returns the same in words, for the agent's last line; empty when there is nothing to say. */
    public String summary() {
        if (!started) {
            return "; the program ended before the agent had finished its start: calls made until then may be missing";
        }
        StringBuilder line = new StringBuilder();
        for (Framework framework : met()) {
            if (!hasModelCalls(framework)) {
                line.append("; NO MODEL CALL RECOGNISED of ").append(framework.name());
                if (!framework.jars().isEmpty()) {
                    line.append(" as loaded from ").append(String.join(", ", framework.jars()));
                }
                line.append(" (supported: ")
                        .append(framework.supported())
                        .append("): if the program made any, they are missing");
            }
        }
        for (LoadedLibrary library : untraced()) {
            if (library.isMissing()) {
                line.append("; ").append(library.sentence());
            }
        }
        Map<String, String> unmatched = unmatchedWithHints();
        if (!unmatched.isEmpty()) {
            line.append("; matched no method of a loaded class: ")
                    .append(String.join(
                            ", ",
                            unmatched.entrySet().stream()
                                    .limit(LONGEST_LIST)
                                    .map(rule -> "'" + rule.getKey() + "'"
                                            + (rule.getValue().isEmpty() ? "" : " (" + rule.getValue() + ")"))
                                    .toList()));
            if (unmatched.size() > LONGEST_LIST) {
                line.append(" and ").append(unmatched.size() - LONGEST_LIST).append(" more");
            }
        }
        return line.toString();
    }

    private boolean hasModelCalls(Framework framework) {
        RunRules rules = weaver.rules();
        for (int i = rules.nextRead(0); i >= 0; i = rules.nextRead(i + 1)) {
            Rule rule = rules.get(i);
            if (rule.kind() == SpanKind.LLM && rule.file().equals(framework.name()) && weaver.wovenTypes(i) > 0) {
                return true;
            }
        }
        return false;
    }
}
