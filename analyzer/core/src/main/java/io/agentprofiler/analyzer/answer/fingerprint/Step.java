// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.fingerprint;

import java.util.Comparator;
import java.util.List;

/**
 * Something a workflow does, at a place in its call tree. Of a model call also how it asks.
 *
 * @param path the steps from the top down to this one, each kind and name; calls of models are their kind alone
 * @param model model that was asked for; empty for steps that call none
 * @param parameters settings of the request such as {@code temperature=0.2}, by name, or {@code none}; empty where they are not known
 * @param prompt parts that the prompt begins with, such as {@code 3 tools, instructions}; empty where they are not known
 */
public record Step(List<String> path, String model, String parameters, String prompt) implements Comparable<Step> {
    private static final Comparator<List<String>> BY_STEPS = (left, right) -> {
        for (int i = 0; i < Math.min(left.size(), right.size()); i++) {
            int step = left.get(i).compareTo(right.get(i));
            if (step != 0) {
                return step;
            }
        }
        return Integer.compare(left.size(), right.size());
    };
    private static final Comparator<Step> ORDER = Comparator.comparing(Step::path, BY_STEPS)
            .thenComparing(Step::model)
            .thenComparing(Step::parameters)
            .thenComparing(Step::prompt);

    public Step {
        path = List.copyOf(path);
    }

    /** Answers whether it calls a model. */
    public boolean isOfModel() {
        return !model.isEmpty();
    }

    /** Returns the name of the tool it is, or {@code null}. */
    public String tool() {
        String last = path.get(path.size() - 1);
        return last.startsWith(StepTree.TOOL) ? last.substring(StepTree.TOOL.length()) : null;
    }

    /** Returns the path as people read it. */
    public String place() {
        return String.join(" > ", path);
    }

    @Override
    public int compareTo(Step other) {
        return ORDER.compare(this, other);
    }
}
