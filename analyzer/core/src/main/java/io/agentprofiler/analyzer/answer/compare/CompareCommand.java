// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.compare;

import io.agentprofiler.analyzer.answer.compare.AlternativeInputs.ReadInput;
import io.agentprofiler.analyzer.answer.compare.ComparedLog.ComparedWorkflow;
import io.agentprofiler.analyzer.answer.completeness.DataSection;
import io.agentprofiler.analyzer.answer.diff.ListPrices;
import io.agentprofiler.analyzer.answer.score.QualityLog;
import io.agentprofiler.analyzer.answer.score.QualityLog.Score;
import io.agentprofiler.analyzer.answer.score.QualityLog.ScoredEntry;
import io.agentprofiler.analyzer.answer.score.ScoreOptions;
import io.agentprofiler.analyzer.answer.score.ScoredWorkflows;
import io.agentprofiler.analyzer.answer.tokens.PriceOptions;
import io.agentprofiler.analyzer.answer.tokens.price.PriceList;
import io.agentprofiler.analyzer.command.CommandException;
import io.agentprofiler.analyzer.command.Documentation;
import io.agentprofiler.analyzer.command.ExitCode;
import io.agentprofiler.analyzer.command.FormatOptions;
import io.agentprofiler.analyzer.command.Version;
import io.agentprofiler.analyzer.command.terminal.ScreenOptions;
import io.agentprofiler.analyzer.command.terminal.Terminal;
import io.agentprofiler.analyzer.read.event.TraceId;
import io.agentprofiler.analyzer.trace.metric.Analysis;
import io.agentprofiler.analyzer.trace.metric.AttributeKey;
import io.agentprofiler.analyzer.trace.metric.SpanFlags;
import io.agentprofiler.analyzer.view.cell.Units;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.function.Function;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code analyzer compare}. */
@Command(
        name = "compare",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        description =
                "Compares models or configurations on the same tasks: quality, run time, tokens, cost, tools; and says"
                        + " which to take.",
        sortOptions = false,
        footer = {
            "",
            "Examples:",
            "  java -jar analyzer.jar compare --scores ratings.csv gpt-4o/ gpt-4o-mini/ claude/",
            "        three runs of the same tasks, with scores by trace id",
            "  java -jar analyzer.jar compare terse=run-1/ friendly=run-2/",
            "        two prompts, named",
            "  java -jar analyzer.jar compare agent-profile/",
            "        all runs of a directory, those with the same models and configuration together",
            "  java -jar analyzer.jar compare --by acme.variant agent-profile/",
            "        the variants of one run, by an attribute of its workflows",
            "",
            Documentation.AT + "questions/compare/"
        })
public final class CompareCommand implements Callable<Integer> {
    private static final String SEPARATOR = " ";

    private final Terminal terminal;

    @Mixin
    private AlternativeInputs inputs;

    @Option(
            names = "--by",
            paramLabel = "KEY",
            description = "Compares the workflows that have different values of an attribute, as in --by acme.variant,"
                    + " instead of runs.")
    private String by;

    @Mixin
    private ScoreOptions scoreOptions;

    @Mixin
    private FormatOptions format;

    @Mixin
    private PriceOptions priceOptions;

    @Mixin
    private ScreenOptions screen;

    public CompareCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    /**
     * Workflows that belong to one alternative.
     *
     * @param names what to call it, from the best to the last resort; {@code null} for names that it does not have
     */
    private record Group(
            List<String> names,
            String input,
            List<ComparedWorkflow> workflows,
            List<ScoredEntry> entries,
            Map<TraceId, SortedMap<String, List<Double>>> scores) {
        Group plus(Group more, String both) {
            Map<TraceId, SortedMap<String, List<Double>>> all = new LinkedHashMap<>(scores);
            all.putAll(more.scores);
            return new Group(names, both, joined(workflows, more.workflows), joined(entries, more.entries), all);
        }

        private static <T> List<T> joined(List<T> some, List<T> more) {
            List<T> all = new ArrayList<>(some);
            all.addAll(more);
            return all;
        }

        Alternative.AlternativeUses uses() {
            return Alternative.AlternativeUses.of(entries);
        }
    }

    @Override
    public Integer call() throws CommandException {
        AttributeKey key = key();
        PriceList prices = priceOptions.list();
        List<Score> given = scoreOptions.read();
        Analysis<ComparedLog> question = ComparedLog.analysis(ListPrices.of(prices), key);
        List<ReadInput> read =
                inputs.read(terminal, key != null, List.of(question, QualityLog.ANALYSIS, SpanFlags.ANALYSIS));
        List<String> notes = new ArrayList<>();
        Set<Score> unmatched = new LinkedHashSet<>(given);
        List<Group> groups = new ArrayList<>();
        for (ReadInput one : read) {
            ScoredWorkflows scored = new ScoredWorkflows(one.outcome().summary().get(QualityLog.ANALYSIS));
            unmatched.removeIf(scored::has);
            List<Score> known = new ArrayList<>(given);
            known.addAll(ScoreOptions.besides(one.input().files()));
            groups.addAll(groups(one, one.outcome().summary().get(question), scored.scores(known)));
            notes.addAll(notes(one));
        }
        if (key == null && inputs.isOne()) {
            groups = together(groups);
        }
        if (groups.size() < 2) {
            throw new CommandException("there is nothing to compare: "
                    + (groups.isEmpty()
                            ? "no workflow was found"
                            : "all workflows are of " + groups.get(0).names().get(0)));
        }
        Standings standings = new Standings(alternatives(groups));
        format.print(
                CompareDocument.of(standings, key, prices, unmatched.size(), notes), screen.of(terminal), terminal);
        return ExitCode.OK;
    }

    private AttributeKey key() throws CommandException {
        try {
            return by == null ? null : AttributeKey.of(by);
        } catch (IllegalArgumentException e) {
            throw new CommandException("--by: " + e.getMessage());
        }
    }

    private List<String> notes(ReadInput read) {
        List<String> notes = new ArrayList<>();
        String of = read.input().label().isEmpty() ? "" : read.input().label() + ": ";
        DataSection.notes(read.outcome()).forEach(note -> notes.add(of + note));
        return notes;
    }

    /** Returns the workflows of an input, by the value of the attribute that tells them apart; of a run without any there is nothing. */
    private List<Group> groups(ReadInput read, ComparedLog log, Map<TraceId, SortedMap<String, List<Double>>> scores) {
        SortedMap<String, List<ComparedWorkflow>> byValue = new TreeMap<>();
        log.workflows()
                .forEach(workflow -> byValue.computeIfAbsent(workflow.group(), any -> new ArrayList<>())
                        .add(workflow));
        byValue.remove(AttributeKey.NONE);
        List<ScoredEntry> entries =
                read.outcome().summary().get(QualityLog.ANALYSIS).entries();
        List<Group> groups = new ArrayList<>();
        byValue.forEach((value, workflows) -> {
            Set<TraceId> own = workflows.stream().map(ComparedWorkflow::trace).collect(Collectors.toSet());
            List<ScoredEntry> ownEntries = entries.stream()
                    .filter(entry -> own.contains(entry.trace()))
                    .toList();
            Alternative.AlternativeUses uses = Alternative.AlternativeUses.of(ownEntries);
            List<String> names = new ArrayList<>();
            if (by != null) {
                names.add(value);
            } else if (read.input().name() != null) {
                names.add(read.input().name());
            } else {
                String fileName = String.valueOf(Path.of(read.input().label()).getFileName());
                if (!uses.models().isEmpty()) {
                    names.add(uses.label());
                    names.add((uses.label() + SEPARATOR + uses.configuration()).strip());
                }
                names.add(fileName);
                names.add(read.input().label());
            }
            groups.add(new Group(names, read.input().label(), workflows, ownEntries, scores));
        });
        return groups;
    }

    /** Puts runs of the same models and configuration together, unless all are. */
    private static List<Group> together(List<Group> runs) {
        Map<Alternative.AlternativeUses, List<Group>> byUses =
                runs.stream().collect(Collectors.groupingBy(Group::uses, LinkedHashMap::new, Collectors.toList()));
        if (byUses.size() < 2) {
            return runs;
        }
        return byUses.values().stream()
                .map(same -> same.stream()
                        .reduce((one, other) -> one.plus(other, Units.count(same.size(), "run")))
                        .orElseThrow())
                .toList();
    }

    /** Names each alternative by the first sort of name that all have, and no two the same. */
    private static List<Alternative> alternatives(List<Group> groups) {
        int most = groups.stream().mapToInt(group -> group.names().size()).max().orElse(0);
        Function<Group, String> names = group -> last(group, most);
        for (int i = most - 1; i >= 0; i--) {
            int sort = i;
            Function<Group, String> candidate = group -> last(group, sort);
            Set<String> seen = new HashSet<>();
            if (groups.stream().map(candidate).allMatch(seen::add)) {
                names = candidate;
            }
        }
        List<Alternative> alternatives = new ArrayList<>();
        for (Group group : groups) {
            alternatives.add(new Alternative(
                    names.apply(group), group.input(), group.workflows(), group.entries(), group.scores()));
        }
        return alternatives;
    }

    private static String last(Group group, int sort) {
        return group.names().get(Math.min(sort, group.names().size() - 1));
    }
}
