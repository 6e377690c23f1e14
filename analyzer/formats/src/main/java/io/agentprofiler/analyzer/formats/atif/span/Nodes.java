// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.atif.span;

import io.agentprofiler.analyzer.formats.atif.Step;
import io.agentprofiler.analyzer.formats.atif.Timing;
import io.agentprofiler.analyzer.formats.atif.Trajectory;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The nodes of a program that a trajectory names.
 *
 * <p>Producers mean two things by the node of a step. For some it is the call itself, below the node that made it. For others, as
 * NeMo Agent Toolkit, it is the function <em>in which</em> a model or a tool was called: one node has calls of several names, and a
 * call by the function's own name is the function itself. Which of them it is holds for a whole trajectory.
 *
 * <p><b>Threading:</b> immutable.
 */
final class Nodes {
    private final Trajectory first;
    /** Nodes that the user's steps name: the user speaks to the agent. */
    private final Set<String> spokenTo = new HashSet<>();
    /** Nodes that others name as parent. */
    private final Set<String> around = new HashSet<>();
    /** The nodes in which calls ran, where the trajectory means that. */
    private final Map<String, Node> functions = new HashMap<>();

    /**
     * A function.
     *
     * @param parent the node that called it, or {@code null}
     */
    record Node(String name, String parent) {}

    private Nodes(List<Trajectory> parts) {
        this.first = parts.get(0);
        Set<String> ofModels = new HashSet<>();
        Set<String> ofTools = new HashSet<>();
        Map<String, Node> found = new HashMap<>();
        for (Trajectory part : parts) {
            for (Step step : part.steps()) {
                Timing timing = step.timing();
                around.add(timing.parentId());
                if (step.source() == Step.Source.USER) {
                    spokenTo.add(timing.functionId());
                    spokenTo.remove(null);
                } else if (isOfModel(step) && isOther(timing, step.agent().model())) {
                    ofModels.add(timing.functionId());
                    found.put(timing.functionId(), new Node(timing.functionName(), timing.parentId()));
                }
                for (Step.Call call : step.agent().calls()) {
                    around.add(call.timing().parentId());
                    if (call.timing().hasNode() && call.timing().functionName() != null) {
                        ofTools.add(call.timing().functionId());
                    }
                    if (isOther(call.timing(), call.tool())) {
                        found.put(
                                call.timing().functionId(),
                                new Node(
                                        call.timing().functionName(),
                                        call.timing().parentId()));
                    }
                }
            }
        }
        around.remove(null);
        // what a model and a tool share is no call of either
        ofModels.retainAll(ofTools);
        if (!ofModels.isEmpty()) {
            functions.putAll(found);
        }
    }

    static Nodes of(List<Trajectory> parts) {
        return new Nodes(parts);
    }

    private static boolean isOfModel(Step step) {
        return step.source() == Step.Source.AGENT
                && (step.agent().model() != null || step.agent().metrics() != null);
    }

    private static boolean isOther(Timing timing, String name) {
        return timing.hasNode()
                && timing.functionName() != null
                && !timing.functionName().equals(name);
    }

    /**
     * Answers whether a step tells of the agent itself: nothing called its node, and that has the agent's name or id, the user speaks
     * to it, or it is a node of the agent's steps around others.
     */
    boolean isAgent(Step step) {
        Timing timing = step.timing();
        return timing.hasNode()
                && timing.parentId() == null
                && (timing.functionId().equals(first.ids().session())
                        || timing.functionId().equals(first.ids().trajectory())
                        || timing.functionName() != null
                                && timing.functionName().equals(first.agent().name())
                        || spokenTo.contains(timing.functionId())
                        || step.source() != Step.Source.SYSTEM && around.contains(timing.functionId()));
    }

    /** Answers whether the user speaks to a node that has neither the agent's name nor its id. */
    boolean hasNamelessAgent() {
        return !spokenTo.isEmpty()
                && spokenTo.stream()
                        .noneMatch(id -> id.equals(first.ids().session())
                                || id.equals(first.ids().trajectory())
                                || id.equals(first.agent().name()));
    }

    /** Returns a function in which calls ran, {@code null} where the trajectory knows no such node. */
    Node function(String id) {
        return functions.get(id);
    }

    /** Answers whether a call is one of a function of the program, by its own name: it is no tool that a model asked for. */
    boolean isFunction(Step.Call call) {
        Timing timing = call.timing();
        return !functions.isEmpty()
                && timing.hasNode()
                && !timing.isExact()
                && timing.functionName() != null
                && timing.functionName().equals(call.tool());
    }

    /** Returns what is known of a model call: where its node is the function around it, it is called by that. */
    Timing ofModel(Step step, String model) {
        return within(step.timing(), model);
    }

    /** Returns what is known of a call of a tool or of a function. */
    Timing ofCall(Step.Call call) {
        return isFunction(call) ? call.timing() : within(call.timing(), call.tool());
    }

    private Timing within(Timing timing, String name) {
        boolean inside = timing.hasNode() && functions.containsKey(timing.functionId())
                || !functions.isEmpty() && isOther(timing, name);
        return inside
                ? new Timing(null, null, timing.functionId(), timing.startNanos(), timing.endNanos(), timing.status())
                : timing;
    }
}
