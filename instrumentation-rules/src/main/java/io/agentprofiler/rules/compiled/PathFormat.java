// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.rules.compiled;

import io.agentprofiler.rules.path.Path;
import io.agentprofiler.rules.path.syntax.Branch;
import io.agentprofiler.rules.path.syntax.Source;
import io.agentprofiler.rules.path.syntax.Step;
import java.util.ArrayList;
import java.util.List;

/** Paths, as they are written and as they are understood. */
final class PathFormat {
    private static final Source.RootKind[] KINDS = Source.RootKind.values();

    /** What is written instead of a source's kind. */
    private static final int CURRENT = 0;

    private static final int ONE_OF = KINDS.length + 1;

    private static final int ACCESSOR = 0;
    private static final int FIELD = 1;
    private static final int KEY = 2;
    private static final int INDEX = 3;
    private static final int EACH = 4;
    private static final int SIZE = 5;
    private static final int CLASS_NAME = 6;
    private static final int CHOICE = 7;
    private static final int FROM_JSON = 8;

    private PathFormat() {}

    @SuppressWarnings("ReferenceEquality") // the word for the current span is one object
    static void write(Path path, Output out) {
        if (path == Path.CURRENT) {
            out.number(CURRENT);
            return;
        }
        write(path.syntax(), out);
        out.text(path.toString());
    }

    static Path read(Input in) {
        int kind = in.number();
        if (kind == CURRENT) {
            return Path.CURRENT;
        }
        Branch syntax = branch(kind, in);
        return Path.of(in.text(), syntax);
    }

    private static void write(Branch branch, Output out) {
        if (branch.source() instanceof Source.OneOf choice) {
            out.number(ONE_OF);
            out.list(choice.alternatives(), PathFormat::write);
        } else {
            Source.Root root = (Source.Root) branch.source();
            out.word(root.kind());
            out.number(root.index() + 1);
            out.text(root.annotation());
        }
        out.list(branch.steps(), PathFormat::write);
    }

    private static Branch branch(int kind, Input in) {
        Source source;
        if (kind == ONE_OF) {
            int count = in.number();
            List<Branch> alternatives = new ArrayList<>(count);
            for (int i = 0; i < count; i++) {
                alternatives.add(branch(in.number(), in));
            }
            source = new Source.OneOf(alternatives);
        } else {
            int index = in.number() - 1;
            source = new Source.Root(KINDS[kind - 1], index, in.text());
        }
        return new Branch(source, steps(in));
    }

    private static List<Step> steps(Input in) {
        int count = in.number();
        List<Step> steps = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            steps.add(step(in));
        }
        return steps;
    }

    private static void write(Step step, Output out) {
        if (step instanceof Step.Accessor accessor) {
            out.number(ACCESSOR);
            out.text(accessor.name());
            out.truth(accessor.call());
            out.truth(accessor.optional());
            out.text(accessor.argument());
            out.truth(accessor.listed());
        } else if (step instanceof Step.Field field) {
            out.number(FIELD);
            out.text(field.name());
            out.truth(field.optional());
            out.truth(field.repeated());
        } else if (step instanceof Step.Key key) {
            out.number(KEY);
            out.text(key.key());
        } else if (step instanceof Step.Index index) {
            out.number(INDEX);
            out.whole(index.index());
        } else if (step instanceof Step.Each) {
            out.number(EACH);
        } else if (step instanceof Step.FromJson json) {
            out.number(FROM_JSON);
            out.truth(json.events());
        } else if (step instanceof Step.Size) {
            out.number(SIZE);
        } else if (step instanceof Step.ClassName name) {
            out.number(CLASS_NAME);
            out.truth(name.simple());
        } else {
            out.number(CHOICE);
            out.list(
                    ((Step.Choice) step).alternatives(),
                    (alternative, choice) -> choice.list(alternative, PathFormat::write));
        }
    }

    private static Step step(Input in) {
        return switch (in.number()) {
            case ACCESSOR -> new Step.Accessor(in.text(), in.truth(), in.truth(), in.text(), in.truth());
            case FIELD -> new Step.Field(in.text(), in.truth(), in.truth());
            case KEY -> new Step.Key(in.text());
            case INDEX -> new Step.Index((int) in.whole());
            case EACH -> new Step.Each();
            case SIZE -> new Step.Size();
            case FROM_JSON -> new Step.FromJson(in.truth());
            case CLASS_NAME -> new Step.ClassName(in.truth());
            case CHOICE -> choice(in);
            default -> throw new IllegalStateException("no step of a path");
        };
    }

    private static Step choice(Input in) {
        int count = in.number();
        List<List<Step>> alternatives = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            alternatives.add(steps(in));
        }
        return new Step.Choice(alternatives);
    }
}
