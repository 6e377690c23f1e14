// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.rules.path.syntax;

import java.util.List;

/** Spells a parsed path. */
public final class PathPrinter {
    private PathPrinter() {}

    public static String print(Branch branch) {
        StringBuilder out = new StringBuilder();
        branch(branch, out, false);
        return out.toString();
    }

    public static String print(Step step) {
        StringBuilder out = new StringBuilder();
        step(step, out, false);
        return out.toString();
    }

    private static void branch(Branch branch, StringBuilder out, boolean inParentheses) {
        source(branch.source(), out);
        steps(branch.steps(), out, true, inParentheses);
    }

    private static void source(Source source, StringBuilder out) {
        if (source instanceof Source.OneOf oneOf) {
            String separator = "(";
            for (Branch alternative : oneOf.alternatives()) {
                out.append(separator);
                branch(alternative, out, true);
                separator = "|";
            }
            out.append(')');
            return;
        }
        Source.Root root = (Source.Root) source;
        switch (root.kind()) {
            case SELF -> out.append("this");
            case ARG -> out.append("arg").append(root.index());
            case ARGS -> out.append("arg*");
            case RESULT -> out.append("return");
            case THROWN -> out.append("thrown");
            case ANNOTATED -> out.append("arg@").append(root.annotation());
            case KEPT -> out.append("kept.").append(root.annotation());
            case ELEMENT -> out.append("it");
        }
    }

    private static void steps(List<Step> steps, StringBuilder out, boolean afterSource, boolean inParentheses) {
        boolean dot = afterSource;
        for (Step step : steps) {
            if (dot && !isBracket(step)) {
                out.append('.');
            }
            step(step, out, inParentheses);
            dot = true;
        }
    }

    private static void step(Step step, StringBuilder out, boolean inParentheses) {
        if (step instanceof Step.Accessor accessor) {
            out.append(accessor.name()).append(accessor.listed() ? "!" : "").append(accessor.call() ? "(" : "");
            out.append(accessor.argument() == null ? "" : quoted(accessor.argument()));
            out.append(accessor.call() ? ")" : "").append(accessor.optional() ? "?" : "");
        } else if (step instanceof Step.Field field) {
            out.append('@').append(field.name()).append(field.repeated() ? "*" : field.optional() ? "?" : "");
        } else if (step instanceof Step.Key key) {
            out.append('[').append(quoted(key.key())).append(']');
        } else if (step instanceof Step.Index index) {
            out.append('[').append(index.index()).append(']');
        } else if (step instanceof Step.Each) {
            out.append("[]");
        } else if (step instanceof Step.FromJson json) {
            out.append(json.events() ? "[events]" : "[json]");
        } else if (step instanceof Step.Size) {
            out.append("size");
        } else if (step instanceof Step.ClassName className) {
            out.append(className.simple() ? "simpleClass" : "class");
        } else {
            choice((Step.Choice) step, out, inParentheses);
        }
    }

    private static String quoted(String text) {
        return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'";
    }

    private static void choice(Step.Choice choice, StringBuilder out, boolean inParentheses) {
        boolean bare = !inParentheses && isBare(choice);
        String separator = bare ? "" : "(";
        for (List<Step> alternative : choice.alternatives()) {
            out.append(separator);
            steps(alternative, out, false, !bare);
            separator = "|";
        }
        out.append(bare ? "" : ")");
    }

    /** Whether a choice can be written {@code a|b}: two or more alternatives of one plain name each. */
    private static boolean isBare(Step.Choice choice) {
        List<List<Step>> alternatives = choice.alternatives();
        return alternatives.size() > 1
                && alternatives.stream().allMatch(PathPrinter::isName)
                && alternatives.stream().skip(1).noneMatch(PathPrinter::isNamedLikeARoot);
    }

    private static boolean isName(List<Step> alternative) {
        return alternative.size() == 1
                && !isBracket(alternative.get(0))
                && !(alternative.get(0) instanceof Step.Choice);
    }

    /** After a bare {@code |} the parser takes such a name for the beginning of a path. */
    private static boolean isNamedLikeARoot(List<Step> alternative) {
        return alternative.get(0) instanceof Step.Accessor accessor && Source.Root.named(accessor.name()) != null;
    }

    private static boolean isBracket(Step step) {
        return step instanceof Step.Key
                || step instanceof Step.Index
                || step instanceof Step.Each
                || step instanceof Step.FromJson;
    }
}
