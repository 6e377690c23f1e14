// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.rules.check;

import java.util.ArrayList;
import java.util.List;

/**
 * How the rules of one file fit a class path.
 *
 * @param file name of the rule file
 * @param version version of the framework, {@code null} when the class path does not tell
 * @param results one a rule, in file order
 */
public record CheckReport(String file, String version, List<RuleResult> results) {
    public CheckReport {
        results = List.copyOf(results);
    }

    /** Answers whether no rule is broken. */
    public boolean isSound() {
        return results.stream().noneMatch(result -> result.state() == RuleResult.State.BROKEN);
    }

    /** Returns how many rules are in a state. */
    public long count(RuleResult.State state) {
        return results.stream().filter(result -> result.state() == state).count();
    }

    /** Returns the report as text, one line each; sound rules take no line of their own. */
    public List<String> lines() {
        List<String> lines = new ArrayList<>();
        lines.add(file + (version == null ? "" : " against " + version) + ": "
                + sum(RuleResult.State.FITS, "rule fits", "rules fit") + ", "
                + some(RuleResult.State.PARTIAL, "fits some classes only", "fit some classes only")
                + some(
                        RuleResult.State.UNCHECKED,
                        "fits as far as it could be checked",
                        "fit as far as they could be checked")
                + sum(RuleResult.State.OTHER_VERSION, "is for other versions", "are for other versions") + ", "
                + sum(RuleResult.State.ABSENT, "looks at parts that are not there", "look at parts that are not there")
                + ", " + sum(RuleResult.State.BROKEN, "is broken", "are broken"));
        for (RuleResult result : results) {
            String rule = "  " + result.rule().qualifiedId() + ": ";
            result.problems().forEach(problem -> lines.add(rule + problem));
            result.notes().forEach(note -> lines.add(rule + "note: " + note));
            result.paths().unchecked().forEach(path -> lines.add(rule + "not checkable: " + path));
            result.paths().calls().forEach(call -> lines.add(rule + "calls: " + call));
            result.paths().notRead().forEach(unread -> lines.add(rule + "not read: " + unread));
        }
        return lines;
    }

    private String some(RuleResult.State state, String one, String several) {
        return count(state) == 0 ? "" : sum(state, one, several) + ", ";
    }

    private String sum(RuleResult.State state, String one, String several) {
        long count = count(state);
        return count + " " + (count == 1 ? one : several);
    }
}
