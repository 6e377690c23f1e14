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
 * @param model the model, or {@code null}
 * @param message a text or a list of parts
 * @param reasoning what the model thought, or {@code null}
 * @param calls the tool calls it asks for
 * @param results what came of them, and what else was observed
 * @param metrics what the model used, or {@code null}
 * @param copied whether it only repeats a step of another trajectory as context
 * @param modelCalls how many model calls it stands for, -1 where that is not said: ids of trajectories without any hash it
 * @param context how it changes what later calls are sent, or {@code null}
 * @param timing what is known of when and where it ran
 */
public record Step(
        int number,
        long epochNanos,
        Source source,
        String model,
        Object message,
        String reasoning,
        List<Call> calls,
        List<Result> results,
        Metrics metrics,
        boolean copied,
        long modelCalls,
        Context context,
        Timing timing) {
    /** Who made a step. */
    public enum Source {
        SYSTEM,
        USER,
        AGENT
    }

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
     * How a step changes the context.
     *
     * @param type {@code compaction}, {@code pruning}, {@code injection}, or another word
     * @param replaces whether what it observed stands for all before it
     */
    public record Context(String type, boolean replaces) {}
}
