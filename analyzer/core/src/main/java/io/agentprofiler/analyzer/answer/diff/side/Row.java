// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.diff.side;

import io.agentprofiler.shared.schema.SpanKind;
import java.util.Comparator;

/**
 * What a row of the comparison is about.
 *
 * @param group the table it stands in
 * @param kind kind of the spans; {@code null} for workflows
 * @param name name of the spans or of the workflow; empty for all of the group
 * @param model the model that was asked for, of calls of language and embedding models; else empty
 * @param successor the row of the second side, where a model took the place of this one's; else {@code null}
 */
public record Row(RowGroup group, SpanKind kind, String name, String model, Row successor) implements Comparable<Row> {
    /** All workflows together. */
    public static final Row ALL = new Row(RowGroup.ALL, null, "", "");

    private static final Comparator<Row> ORDER = Comparator.comparing(Row::group)
            .thenComparing(Row::kind, Comparator.nullsFirst(Comparator.naturalOrder()))
            .thenComparing(Row::name)
            .thenComparing(Row::model)
            .thenComparing(Row::successor, Comparator.nullsFirst(Comparator.naturalOrder()));

    /** Behind the name of a call in the row of the wrappers around it. */
    private static final String OVERHEAD = ", client overhead";

    public Row(RowGroup group, SpanKind kind, String name, String model) {
        this(group, kind, name, model, null);
    }

    /** The tables. */
    public enum RowGroup {
        /** All workflows: one row. */
        ALL("all"),
        /** Workflows by the name of their first span. */
        WORKFLOW("workflow"),
        /** Spans by kind. */
        KIND("kind"),
        /** Spans by kind, name and model. */
        OPERATION("operation");

        private final String word;

        RowGroup(String word) {
            this.word = word;
        }

        /** Returns the name in files. */
        public String word() {
            return word;
        }
    }

    /** Returns the row of the workflows of a name. */
    public static Row workflow(String name) {
        return new Row(RowGroup.WORKFLOW, null, name, "");
    }

    /** Returns the row of all spans of a kind. */
    public static Row kind(SpanKind kind) {
        return new Row(RowGroup.KIND, kind, "", "");
    }

    /** Returns the row of what wrappers take around the calls of a row. */
    public Row overhead() {
        return new Row(group, kind, name + OVERHEAD, model);
    }

    /** Answers whether the row is about wrappers around calls, not about calls. */
    public boolean isOverhead() {
        return name.endsWith(OVERHEAD);
    }

    /** Returns this as the row of a model that another one took the place of. */
    public Row replacedBy(Row other) {
        return new Row(group, kind, name, model, other);
    }

    /** Returns the row as the first side has it. */
    public Row before() {
        return successor == null ? this : new Row(group, kind, name, model);
    }

    /** Returns the row as the second side has it. */
    public Row after() {
        return successor == null ? this : successor;
    }

    /** Answers whether the row is about workflows, not about calls in them. */
    public boolean isOfWorkflows() {
        return kind == null;
    }

    /** Answers whether the row is about the workflows of one name only. */
    public boolean isNamedWorkflow() {
        return group == RowGroup.WORKFLOW;
    }

    /** Returns the row in words, for example {@code tool execute_tool search}; a model is named where the name does not. */
    public String label() {
        return switch (group) {
            case ALL -> "all workflows";
            case WORKFLOW -> "workflow " + name;
            case KIND -> "all " + kind.word() + " calls";
            case OPERATION -> kind.word() + " " + (successor == null ? nameAndModel() : change());
        };
    }

    private String nameAndModel() {
        return name + (model.isEmpty() || name.contains(model) ? "" : " · " + model);
    }

    /** Names what both have in common once: {@code chat gpt-4o → gpt-4o-mini}. */
    private String change() {
        int at = name.indexOf(model);
        String common = at < 0 ? name : name.substring(0, at) + successor.model + name.substring(at + model.length());
        if (!common.equals(successor.name)) {
            return nameAndModel() + " → " + successor.nameAndModel();
        }
        String models = model + " → " + successor.model;
        return at < 0 ? name + " · " + models : name.substring(0, at) + models + name.substring(at + model.length());
    }

    @Override
    public int compareTo(Row other) {
        return ORDER.compare(this, other);
    }
}
