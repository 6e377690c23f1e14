// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.command.input;

import io.agentprofiler.analyzer.command.CommandException;
import io.agentprofiler.analyzer.command.terminal.Terminal;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.analyzer.trace.metric.AttributeCondition;
import io.agentprofiler.analyzer.trace.metric.AttributeKey;
import io.agentprofiler.analyzer.trace.pipeline.outcome.Outcome;
import io.agentprofiler.analyzer.trace.pipeline.outcome.TraceFilter;
import io.agentprofiler.analyzer.view.terminal.Texts;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import picocli.CommandLine.Option;

/** The option that says which workflows, or which spans, a question is about. */
public final class WhereOption {
    @Option(
            names = "--where",
            paramLabel = "KEY=VALUE",
            description =
                    "Only workflows in which a span has this attribute, as in --where acme.tenant=acme. * stands for any"
                            + " characters; KEY!=VALUE for workflows without it, KEY for any value. KEY may also be status"
                            + " (ok, failed, cancelled, unfinished), error (class of a failure), tool, model, agent, kind, name,"
                            + " function (one of your own), conversation or workflow (its name); 'keys' lists all. All of several"
                            + " must hold.")
    private List<String> conditions = List.of();

    /**
     * Returns which workflows were asked for.
     *
     * @throws CommandException when a condition names no attribute
     */
    public TraceFilter filter() throws CommandException {
        List<AttributeCondition> all = read();
        return filter(all, AttributeCondition.all(all));
    }

    /** Returns the workflows in which a span was asked for. */
    TraceFilter spanFilter() throws CommandException {
        Predicate<Span> wanted = spans();
        return filter(read(), trace -> trace.spans().stream().anyMatch(wanted));
    }

    /** Returns which spans were asked for: those of which all conditions hold. */
    Predicate<Span> spans() throws CommandException {
        List<AttributeCondition> all = read();
        return span -> all.stream().allMatch(condition -> condition.holds(span));
    }

    private static TraceFilter filter(List<AttributeCondition> all, Predicate<Trace> wanted) {
        if (all.isEmpty()) {
            return TraceFilter.ALL;
        }
        List<AskedKey> keys = all.stream()
                .map(AttributeCondition::key)
                .distinct()
                .map(AskedKey::new)
                .toList();
        return new TraceFilter(
                all.stream().map(AttributeCondition::toString).collect(Collectors.joining(" and ")),
                trace -> {
                    keys.forEach(key -> key.look(trace));
                    return wanted.test(trace);
                },
                () -> keys.stream().flatMap(key -> key.remarks().stream()).toList());
    }

    private List<AttributeCondition> read() throws CommandException {
        List<AttributeCondition> all = new ArrayList<>();
        for (String text : conditions) {
            try {
                all.add(AttributeCondition.of(text));
            } catch (IllegalArgumentException e) {
                throw new CommandException("--where " + text + ": " + e.getMessage()
                        + (text.startsWith("=") || text.isBlank() ? ", as in acme.tenant=acme" : ""));
            }
        }
        return all;
    }

    /**
     * Tells of a pass how many workflows were meant, if not all.
     *
     * @param what what was read, followed by a colon; empty where that is clear
     */
    public static void tell(Outcome outcome, String what, Terminal terminal) {
        if (outcome.filtered().isFiltered()) {
            terminal.err().println(Texts.safe("analyzer: " + what + outcome.filtered()));
            outcome.filtered()
                    .remarks()
                    .forEach(remark -> terminal.err().println(Texts.safe("analyzer: " + what + remark)));
        }
    }

    /**
     * A key of a condition, and whether the recording has the attribute of that name.
     *
     * <p><b>Threading:</b> any thread.
     */
    private static final class AskedKey {
        private final AttributeKey key;
        private final AttributeKey attribute;
        private final AtomicBoolean recorded = new AtomicBoolean();

        AskedKey(AttributeKey key) {
            this.key = key;
            this.attribute = key.property() == null ? key : AttributeKey.of(AttributeKey.ATTRIBUTE + key.word());
        }

        void look(Trace trace) {
            if (!recorded.get()
                    && trace.spans().stream().anyMatch(span -> span.attributes().get(attribute.name()) != null)) {
                recorded.set(true);
            }
        }

        List<String> remarks() {
            if (key.property() == null) {
                return recorded.get()
                        ? List.of()
                        : List.of("no span has an attribute " + key.name() + ": 'keys' lists what can be asked for");
            }
            return recorded.get()
                    ? List.of(key.word() + " is " + key.property().meaning() + ", not the attribute of that name,"
                            + " which is " + attribute.word())
                    : List.of();
        }
    }
}
