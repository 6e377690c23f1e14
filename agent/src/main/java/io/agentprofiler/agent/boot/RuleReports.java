// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.boot;

import io.agentprofiler.agent.engine.site.RuleState;
import io.agentprofiler.agent.engine.site.RuleStates;
import io.agentprofiler.agent.weave.RuleWeaver;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * What a segment's footer says of the rules that were read, which are those of files that may mean a loaded class: of each, how many types it was woven into, how many spans it made, what it
 * could not read; and what they did not cover. This is how a rule that drifted away from its framework becomes visible.
 *
 * <p><b>Threading:</b> any thread.
 */
public final class RuleReports implements Supplier<Map<String, Object>> {
    private final RuleStates states;
    private final RuleWeaver weaver;
    private final RuleCoverage coverage;

    public RuleReports(RuleStates states, RuleWeaver weaver, RuleCoverage coverage) {
        this.states = states;
        this.weaver = weaver;
        this.coverage = coverage;
    }

    @Override
    public Map<String, Object> get() {
        Map<String, Object> all = new LinkedHashMap<>();
        if (!coverage.isStarted()) {
            all.put("start", "unfinished");
        }
        all.put("frameworks", coverage.frameworks());
        List<Map<String, Object>> libraries = coverage.libraries();
        if (!libraries.isEmpty()) {
            all.put("libraries", libraries);
        }
        all.put("unmatched", coverage.unmatched());
        all.put("rules", rules());
        return all;
    }

    private List<Map<String, Object>> rules() {
        List<Map<String, Object>> rules = new ArrayList<>();
        for (int i = states.rules().nextRead(0); i >= 0; i = states.rules().nextRead(i + 1)) {
            rules.add(describe(states.get(i).report(), weaver.wovenTypes(i), weaver.failedTypes(i)));
        }
        return rules;
    }

    private static Map<String, Object> describe(RuleState.RuleReport report, int types, int failedTypes) {
        Map<String, Object> rule = new LinkedHashMap<>();
        rule.put("rule", report.rule());
        rule.put("state", report.offBecause() != null ? "off" : types > 0 ? "on" : "unused");
        if (report.offBecause() != null) {
            rule.put("reason", report.offBecause());
        }
        rule.put("types", types);
        if (failedTypes > 0) {
            rule.put("failed_types", failedTypes);
        }
        rule.put("spans", report.spans());
        rule.put("faults", report.faults());
        if (!report.unresolved().isEmpty()) {
            rule.put("unresolved", report.unresolved());
        }
        if (!report.failedPaths().isEmpty()) {
            rule.put("failed_paths", report.failedPaths());
        }
        if (!report.hung().isEmpty()) {
            rule.put("hung", report.hung());
        }
        if (!report.notRead().isEmpty()) {
            rule.put("not_read", report.notRead());
        }
        return rule;
    }
}
