// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.rulecheck;

import io.agentprofiler.rules.check.CheckReport;
import io.agentprofiler.rules.check.RuleResult;
import io.agentprofiler.rules.model.Rule;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;

/**
 * How rules fit a class path, as text: a line a rule, below it what does not resolve, at the end the sums. A line stands by
 * itself, so that it can be searched for.
 */
public final class RuleCheckText {
    private RuleCheckText() {}

    /** Prints one file's report. */
    public static void print(CheckReport report, PrintStream out) {
        int width = report.results().stream()
                .mapToInt(result -> result.rule().id().length())
                .max()
                .orElse(0);
        for (RuleResult result : report.results()) {
            String id = result.rule().id();
            out.println(
                    (state(result) + " " + id + " ".repeat(width - id.length() + 2) + facts(result)).stripTrailing());
            result.problems().forEach(problem -> out.println("         ! " + problem));
            result.notes().forEach(note -> out.println("         note: " + note));
            result.absent().forEach(path -> out.println("         optional, not there: " + path));
            result.unchecked().forEach(path -> out.println("         not checkable: " + path));
            result.calls().forEach(call -> out.println("         calls: " + call));
            result.notRead().forEach(unread -> out.println("         not read: " + unread));
        }
        out.println(report.lines().get(0));
    }

    private static String state(RuleResult result) {
        return switch (result.state()) {
            case FITS -> "ok     ";
            case OTHER_VERSION -> "other  ";
            case ABSENT -> "absent ";
            case BROKEN -> "BROKEN ";
        };
    }

    private static String facts(RuleResult result) {
        List<String> facts = new ArrayList<>();
        Rule.Versions versions = result.rule().versions();
        if (!versions.range().isEmpty()) {
            facts.add(versions.range());
        }
        if (versions.optional()) {
            facts.add("optional");
        }
        if (!result.methods().isEmpty()) {
            facts.add(count(result.methods().size(), "method"));
            facts.add(count(result.resolved().size(), "path"));
        }
        return String.join(", ", facts);
    }

    private static String count(int number, String what) {
        return number + " " + what + (number == 1 ? "" : "s");
    }
}
