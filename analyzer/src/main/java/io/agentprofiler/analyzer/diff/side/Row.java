// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.diff.side;

import io.agentprofiler.schema.SpanKind;
import java.util.Comparator;

/**
 * What a row of the comparison is about.
 *
 * @param group the table it stands in
 * @param kind kind of the spans; {@code null} for workflows
 * @param name name of the spans or of the workflow; empty for all of the group
 * @param model the model that was asked for, of calls of language and embedding models; else empty
 */
public record Row(Group group, SpanKind kind, String name, String model) implements Comparable<Row> {
    /** All workflows together. */
    public static final Row ALL = new Row(Group.ALL, null, "", "");

    private static final Comparator<Row> ORDER = Comparator.comparing(Row::group)
            .thenComparing(Row::kind, Comparator.nullsFirst(Comparator.naturalOrder()))
            .thenComparing(Row::name)
            .thenComparing(Row::model);

    /** The tables. */
    public enum Group {
        /** All workflows: one row. */
        ALL("all"),
        /** Workflows by the name of their first span. */
        WORKFLOW("workflow"),
        /** Spans by kind. */
        KIND("kind"),
        /** Spans by kind, name and model. */
        OPERATION("operation");

        private final String word;

        Group(String word) {
            this.word = word;
        }

        /** Returns the name in files. */
        public String word() {
            return word;
        }
    }

    /** Returns the row of the workflows of a name. */
    public static Row workflow(String name) {
        return new Row(Group.WORKFLOW, null, name, "");
    }

    /** Returns the row of all spans of a kind. */
    public static Row kind(SpanKind kind) {
        return new Row(Group.KIND, kind, "", "");
    }

    /** Answers whether the row is about workflows, not about calls in them. */
    public boolean isOfWorkflows() {
        return kind == null;
    }

    /** Answers whether the row is about the workflows of one name only. */
    public boolean isNamedWorkflow() {
        return group == Group.WORKFLOW;
    }

    /** Returns the row in words, for example {@code tool execute_tool search}; a model is named where the name does not. */
    public String label() {
        return switch (group) {
            case ALL -> "all workflows";
            case WORKFLOW -> "workflow " + name;
            case KIND -> "all " + kind.word() + " calls";
            case OPERATION -> kind.word() + " " + name + (model.isEmpty() || name.contains(model) ? "" : " · " + model);
        };
    }

    @Override
    public int compareTo(Row other) {
        return ORDER.compare(this, other);
    }
}
