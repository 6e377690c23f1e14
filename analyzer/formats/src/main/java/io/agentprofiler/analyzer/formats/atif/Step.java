// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.atif;

import io.agentprofiler.analyzer.base.stat.Unknown;
import java.math.BigDecimal;
import java.util.List;

/**
 * One step of a trajectory.
 *
 * @param number its place, from 1
 * @param epochNanos its timestamp, {@link Unknown#LONG} without one. The format does not say whether a step begins or ends then
 * @param source who
 * @param message a text or a list of parts
 * @param agent what only steps of an agent have
 * @param results what came of its calls, and what else was observed
 * @param context what it is to the context
 * @param timing what is known of when and where it ran
 */
public record Step(
        int number,
        long epochNanos,
        Source source,
        Object message,
        AgentPart agent,
        List<Result> results,
        Context context,
        Timing timing) {
    /** Who made a step. */
    public enum Source {
        SYSTEM,
        USER,
        AGENT
    }

    /**
     * What only steps of an agent have.
     *
     * @param model the model, or {@code null}
     * @param reasoning what it thought, or {@code null}
     * @param calls the tool calls it asks for
     * @param metrics what it used, or {@code null}
     * @param modelCalls how many model calls the step stands for, -1 where that is not said
     */
    public record AgentPart(String model, String reasoning, List<Call> calls, Metrics metrics, long modelCalls) {}

    /**
     * A tool call.
     *
     * @param id its id, unique in its step at best, or {@code null}
     * @param tool the tool's name, or {@code null}
     * @param arguments what it was given, or {@code null}
     */
    public record Call(String id, String tool, Object arguments, Timing timing) {}

    /**
     * What was observed.
     *
     * @param callId the call it came of, {@code null} where it belongs to the step as a whole
     * @param content a text or a list of parts, or {@code null}
     * @param subagents trajectories that did it
     */
    public record Result(String callId, Object content, List<Reference> subagents) {}

    /**
     * Names another trajectory.
     *
     * @param place where it is named, for messages
     */
    public record Reference(String place, String trajectoryId, String path, String sessionId) {
        /** Returns what to call it. */
        public String name() {
            return trajectoryId != null ? trajectoryId : path != null ? path : sessionId;
        }
    }

    /**
     * What a model call used; {@code null} where it does not say.
     *
     * @param input prompt tokens, cached ones included
     * @param output completion tokens, reasoning included
     * @param cacheRead the part of the input that was cached
     * @param cacheWrite the part of the input that was put into the cache
     * @param reasoning the part of the output spent on reasoning
     * @param usd what it says to have cost in US dollars
     * @param promptIds token ids of the prompt
     * @param outputIds token ids of the answer
     */
    public record Metrics(
            Long input,
            Long output,
            Long cacheRead,
            Long cacheWrite,
            Long reasoning,
            BigDecimal usd,
            List<?> promptIds,
            List<?> outputIds) {}

    /**
     * What a step is to the context.
     *
     * @param copied whether it only repeats a step of another trajectory as context
     * @param change how it changes what later calls are sent: {@code compaction}, {@code pruning}, {@code injection}, or another word;
     *     {@code null} where it does not
     * @param replaces whether what it observed stands for all before it
     */
    public record Context(boolean copied, String change, boolean replaces) {}

    /** Returns the text that the ids of traces are made of. Users keep ids: it has to stay as it is, whatever is read of a step. */
    public String idText() {
        return "Step[number=" + number
                + ", epochNanos=" + epochNanos
                + ", source=" + source
                + ", model=" + agent.model
                + ", message=" + message
                + ", reasoning=" + agent.reasoning
                + ", calls=" + agent.calls
                + ", results=" + results
                + ", metrics=" + agent.metrics
                + ", copied=" + context.copied
                + ", modelCalls=" + agent.modelCalls
                + ", context="
                + (context.change == null
                        ? null
                        : "Context[type=" + context.change + ", replaces=" + context.replaces + "]")
                + ", timing=" + timing + "]";
    }
}
