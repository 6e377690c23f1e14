// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.export.stack;

import io.agentprofiler.analyzer.trace.metric.calltree.PathWeights;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/** The stacks of a sum by path: every path that has something of its own, in an order that depends on the sums only. */
public final class Stacks {
    private Stacks() {}

    /** Told of each stack. */
    public interface StackVisitor<E extends Exception> {
        /**
         * A stack.
         *
         * @param path its frames, outermost first
         * @param value its own value, at least 1
         */
        void stack(List<PathWeights> path, long value) throws E;
    }

    private record StackStep(PathWeights node, int depth) {}

    /**
     * Goes through all stacks. Values are rounded so that they add up to the rounded sum: what rounding takes from one stack the next
     * one gets.
     *
     * @return the sum of all values
     */
    public static <E extends Exception> long of(PathWeights top, StackWeight weight, StackVisitor<E> visitor) throws E {
        Deque<StackStep> left = new ArrayDeque<>();
        push(left, top, 0);
        List<PathWeights> path = new ArrayList<>();
        long exact = 0;
        long told = 0;
        while (!left.isEmpty()) {
            StackStep step = left.pop();
            path.subList(step.depth(), path.size()).clear();
            path.add(step.node());
            exact += step.node().own();
            long value = weight.units(exact) - told;
            if (value > 0) {
                visitor.stack(path, value);
                told += value;
            }
            push(left, step.node(), step.depth() + 1);
        }
        return told;
    }

    private static void push(Deque<StackStep> left, PathWeights above, int depth) {
        List<PathWeights> children = above.children();
        for (int i = children.size() - 1; i >= 0; i--) {
            left.push(new StackStep(children.get(i), depth));
        }
    }

    /** Returns the name of a frame. */
    public static String frame(PathWeights node) {
        return node.name().isBlank() ? node.kind().word() : node.name();
    }
}
