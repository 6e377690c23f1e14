// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.rulecheck;

import io.agentprofiler.analyzer.view.Document;
import io.agentprofiler.analyzer.view.Note;
import io.agentprofiler.analyzer.view.Section;
import io.agentprofiler.analyzer.view.Table;
import io.agentprofiler.analyzer.view.Value;
import io.agentprofiler.analyzer.view.cell.Cell;
import io.agentprofiler.analyzer.view.cell.Emphasis;
import io.agentprofiler.analyzer.view.cell.Fields;
import io.agentprofiler.rules.check.CheckReport;
import io.agentprofiler.rules.check.RuleResult;
import io.agentprofiler.rules.model.Rule;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** How rules fit a class path: each rule with its state, below them what does not resolve, at the end the sums. */
final class RuleCheckDocument {
    private RuleCheckDocument() {}

    /** Something to say about a rule. */
    private record Remark(RuleResult of, String mark, Emphasis emphasis, String text) {}

    static Document of(List<CheckReport> reports) {
        Document.Builder document = Document.of("agent-profiler-rule-check/1", "Rule check")
                .add(new Value("sound", reports.stream().allMatch(CheckReport::isSound)))
                .add(Table.of("files", reports)
                        .field("file", CheckReport::file)
                        .field("version", CheckReport::version)
                        .field("fits", report -> report.count(RuleResult.State.FITS))
                        .field("partial", report -> report.count(RuleResult.State.PARTIAL))
                        .field("unchecked", report -> report.count(RuleResult.State.UNCHECKED))
                        .field("other_version", report -> report.count(RuleResult.State.OTHER_VERSION))
                        .field("absent", report -> report.count(RuleResult.State.ABSENT))
                        .field("broken", report -> report.count(RuleResult.State.BROKEN))
                        .field(
                                "rules",
                                report -> report.results().stream()
                                        .map(RuleCheckDocument::fields)
                                        .toList())
                        .build());
        reports.forEach(report -> document.add(section(report)));
        return document.build();
    }

    private static Fields fields(RuleResult result) {
        Rule.Versions declared = result.rule().versions();
        return new Fields()
                .put("id", result.rule().id())
                .put("state", result.state().name().toLowerCase(Locale.ROOT))
                .put("type", result.rule().match().type())
                .put("version", result.version())
                .put("since", declared.since())
                .put("until", declared.until())
                .put("optional", declared.optional())
                .put("methods", result.methods())
                .put("resolved", result.paths().resolved())
                .put("problems", result.problems())
                .put("notes", result.notes())
                .put("absent", result.paths().absent())
                .put("unchecked", result.paths().unchecked())
                .put("calls", result.paths().calls())
                .put("not_read", result.paths().notRead());
    }

    private static Section section(CheckReport report) {
        return Section.titled(
                report.file(),
                report.version() == null ? "" : "against " + report.version(),
                Table.of(null, report.results())
                        .text("state", RuleCheckDocument::state)
                        .text("rule", result -> Cell.name(result.rule().id()))
                        .text(
                                "versions",
                                result -> Cell.words(versions(result.rule().versions())))
                        .whereFilled()
                        .number("methods", result -> count(result, result.methods()))
                        .number("paths", result -> count(result, result.paths().resolved()))
                        .build(),
                Table.of(null, remarks(report))
                        .text("", remark -> Cell.words(remark.mark()).with(remark.emphasis()))
                        .text("remark", remark -> Cell.name(remark.of().rule().id() + ": " + remark.text()))
                        .asList()
                        .build(),
                Note.line(report.lines().get(0)));
    }

    private static Cell state(RuleResult result) {
        return switch (result.state()) {
            case FITS -> Cell.words("ok");
            case PARTIAL -> Cell.words("partial").with(Emphasis.BAD);
            case UNCHECKED -> Cell.words("unchecked");
            case OTHER_VERSION -> Cell.words("other").with(Emphasis.DIM);
            case ABSENT -> Cell.words("absent").with(Emphasis.DIM);
            case BROKEN -> Cell.words("BROKEN").with(Emphasis.BAD);
        };
    }

    private static String versions(Rule.Versions versions) {
        String range = versions.range();
        return !versions.optional() ? range : range.isEmpty() ? "optional" : range + ", optional";
    }

    private static Cell count(RuleResult result, List<String> found) {
        return result.methods().isEmpty() ? Cell.EMPTY : Cell.count(found.size());
    }

    private static List<Remark> remarks(CheckReport report) {
        List<Remark> remarks = new ArrayList<>();
        for (RuleResult result : report.results()) {
            result.problems().forEach(text -> remarks.add(new Remark(result, "!", Emphasis.BAD, text)));
            add(remarks, result, "note", result.notes());
            add(remarks, result, "optional, not there", result.paths().absent());
            add(remarks, result, "not checkable", result.paths().unchecked());
            add(remarks, result, "calls", result.paths().calls());
            add(remarks, result, "not read", result.paths().notRead());
        }
        return remarks;
    }

    private static void add(List<Remark> remarks, RuleResult result, String what, List<String> texts) {
        texts.forEach(text -> remarks.add(new Remark(result, "-", Emphasis.DIM, what + ": " + text)));
    }
}
