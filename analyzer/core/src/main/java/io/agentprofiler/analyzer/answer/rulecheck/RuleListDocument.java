// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.rulecheck;

import io.agentprofiler.analyzer.view.Document;
import io.agentprofiler.analyzer.view.Table;
import io.agentprofiler.analyzer.view.cell.Cell;
import io.agentprofiler.analyzer.view.cell.Fields;
import io.agentprofiler.analyzer.view.cell.Units;
import io.agentprofiler.rules.model.Rule;
import io.agentprofiler.rules.model.RuleFile;
import java.util.List;
import java.util.Locale;

/** Rule files, and the rules in them. */
final class RuleListDocument {
    private RuleListDocument() {}

    /** Describes files; people see their rules only where they want them. */
    static Document of(List<RuleFile> files, boolean withRules) {
        Document.Builder document = Document.of("agent-profiler-rules-list/1", "Rules")
                .add(Table.of("files", files)
                        .field("file", RuleFile::name)
                        .field("title", RuleFile::title)
                        .field(
                                "rules",
                                file -> file.rules().stream()
                                        .map(RuleListDocument::fields)
                                        .toList())
                        .build());
        if (withRules) {
            files.forEach(file -> document.add(rules(file)));
        } else {
            document.add(Table.of(null, files)
                    .text("name", file -> Cell.name(file.name()))
                    .text("framework", file -> Cell.words(file.title()))
                    .number("rules", file -> Cell.count(file.rules().size()))
                    .build());
        }
        return document.build();
    }

    private static Fields fields(Rule rule) {
        return new Fields()
                .put("id", rule.id())
                .put("kind", rule.kind() == null ? null : rule.kind().toString().toLowerCase(Locale.ROOT))
                .put("role", rule.role().toString().toLowerCase(Locale.ROOT))
                .put("operation", rule.operation())
                .put("type", rule.match().type())
                .put("since", rule.versions().since())
                .put("until", rule.versions().until())
                .put("optional", rule.versions().optional());
    }

    private static Table rules(RuleFile file) {
        return Table.of(null, file.rules())
                .heading(
                        file.name(),
                        file.title() + ", " + Units.count(file.rules().size(), "rule"))
                .text("rule", rule -> Cell.name(rule.id()))
                .text("what", rule -> Cell.words(what(rule)))
                .text("type", rule -> Cell.name(rule.match().type()))
                .text("versions", rule -> Cell.words(rule.versions().range()))
                .whereFilled()
                .minFirst(40)
                .build();
    }

    private static String what(Rule rule) {
        return (rule.kind() == null
                        ? rule.role() + " of " + rule.operation()
                        : rule.kind().toString())
                .toLowerCase(Locale.ROOT);
    }
}
