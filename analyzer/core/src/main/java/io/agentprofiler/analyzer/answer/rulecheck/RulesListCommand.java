// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.rulecheck;

import io.agentprofiler.analyzer.command.CommandException;
import io.agentprofiler.analyzer.command.Documentation;
import io.agentprofiler.analyzer.command.ExitCode;
import io.agentprofiler.analyzer.command.FormatOptions;
import io.agentprofiler.analyzer.command.Version;
import io.agentprofiler.analyzer.command.terminal.ScreenOptions;
import io.agentprofiler.analyzer.command.terminal.Terminal;
import io.agentprofiler.analyzer.view.Document;
import io.agentprofiler.analyzer.view.Table;
import io.agentprofiler.analyzer.view.cell.Cell;
import io.agentprofiler.analyzer.view.cell.Fields;
import io.agentprofiler.analyzer.view.cell.Units;
import io.agentprofiler.rules.model.Rule;
import io.agentprofiler.rules.model.RuleFile;
import io.agentprofiler.rules.parse.RuleFiles;
import io.agentprofiler.rules.parse.json.RuleFileException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code analyzer rules list}. */
@Command(
        name = "list",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        description = "Prints the bundled rule files, or the rules of some of them.",
        footer = {
            "",
            "Examples:",
            "  java -jar analyzer.jar rules list",
            "  java -jar analyzer.jar rules list NAME",
            "",
            Documentation.AT + "rules/"
        })
final class RulesListCommand implements Callable<Integer> {
    private final Terminal terminal;

    @Parameters(paramLabel = "FRAMEWORK", description = "Bundled rule files whose rules to print.")
    private List<String> frameworks = List.of();

    @Mixin
    private FormatOptions format;

    @Mixin
    private ScreenOptions screen;

    RulesListCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() throws CommandException {
        List<RuleFile> files = new ArrayList<>();
        try {
            for (String name : frameworks.isEmpty() ? RuleFiles.bundled() : frameworks) {
                files.add(RuleFiles.loadBundled(name));
            }
        } catch (RuleFileException e) {
            throw new CommandException(e.getMessage());
        }
        format.print(RuleListDocument.of(files, !frameworks.isEmpty()), screen.of(terminal), terminal);
        return ExitCode.OK;
    }

    /** Rule files, and the rules in them. */
    private static final class RuleListDocument {
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
                    .put(
                            "kind",
                            rule.kind() == null ? null : rule.kind().toString().toLowerCase(Locale.ROOT))
                    .put("role", rule.role().toString().toLowerCase(Locale.ROOT))
                    .put("operation", rule.operation())
                    .put("type", rule.match().type())
                    .put("since", rule.versions().since())
                    .put("until", rule.versions().until())
                    .put("optional", rule.versions().optional())
                    .put("replay", rule.replay() == null ? null : rule.replay().never() == null ? "answered" : "made")
                    .put(
                            "replay_made_because",
                            rule.replay() == null ? null : rule.replay().never());
        }

        /** Says whether a recording answers calls of a rule; nothing where nobody would expect it to. */
        private static String replayed(Rule rule) {
            if (rule.replay() == null) {
                return "";
            }
            return rule.replay().never() == null
                    ? "answered"
                    : "made: " + rule.replay().never();
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
                    .text("replay", rule -> Cell.words(replayed(rule)))
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
}
