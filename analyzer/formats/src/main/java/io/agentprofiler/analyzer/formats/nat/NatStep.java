// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.nat;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * One event of a request.
 *
 * <p>Times are seconds since 1970 as NAT writes them. JSON values are String, Long, Double, Boolean, List, Map or
 * {@code null}.
 *
 * <p><b>Threading:</b> immutable, as far as its JSON values are left alone.
 *
 * @param parentId UUID of the span around this one, {@code "root"} at the top, or {@code null} where the file has none
 * @param function the function that was running
 * @param eventType for example {@code LLM_START}
 * @param time when it happened
 * @param subject what it is of
 * @param usage token usage, or {@code null}
 * @param data input, output and chunk with all else the file holds beside them, or {@code null}
 * @param extras the payload's other fields ({@code tags}, {@code metadata}, fields of other versions)
 */
public record NatStep(
        String parentId,
        Function function,
        String eventType,
        NatTime time,
        NatSubject subject,
        NatUsage usage,
        Map<String, Object> data,
        Map<String, Object> extras) {
    /**
     * When it happened.
     *
     * @param timestamp when it happened
     * @param spanTimestamp start of the span as an END tells it, NaN when it does not; not to be trusted, several frameworks put the end there
     */
    public record NatTime(double timestamp, double spanTimestamp) {}

    /**
     * What it is of.
     *
     * @param framework name of the framework, or {@code null}
     * @param name model, tool or function, or {@code null}
     * @param uuid the same for all events of one span
     */
    public record NatSubject(String framework, String name, String uuid) {}

    /** Parent of spans at the top, and the function around all functions. */
    public static final String ROOT = "root";

    static final String METADATA = "metadata";
    /** The part of the metadata that NAT leaves to others. */
    static final String PROVIDED = "provided_metadata";

    private static final String OWN = "agent_profiler";

    /**
     * The function that was running.
     *
     * @param id UUID of its own span
     * @param name its name
     * @param parentId UUID of the function that called it, or {@code null}
     * @param parentName its name, or {@code null}
     */
    public record Function(String id, String name, String parentId, String parentName) {
        /** No function: the request itself. */
        public static final Function NONE = new Function(ROOT, ROOT, null, null);
    }

    /** Returns this step with the spans of its request beside it, as they were recorded. */
    public NatStep withOwn(Map<String, Object> own) {
        Map<String, Object> metadata = new LinkedHashMap<>();
        if (extras.get(METADATA) instanceof Map<?, ?> known) {
            known.forEach((field, value) -> metadata.put(field.toString(), value));
        }
        metadata.put(PROVIDED, Map.of(OWN, own));
        Map<String, Object> more = new LinkedHashMap<>(extras);
        more.put(METADATA, metadata);
        return new NatStep(
                parentId,
                function,
                eventType,
                new NatStep.NatTime(time.timestamp(), time.spanTimestamp()),
                new NatStep.NatSubject(subject.framework(), subject.name(), subject.uuid()),
                usage,
                data,
                Collections.unmodifiableMap(more));
    }

    /** Returns the spans that stand beside this step, or {@code null}. */
    public Map<?, ?> own() {
        return extras.get(METADATA) instanceof Map<?, ?> metadata
                        && metadata.get(PROVIDED) instanceof Map<?, ?> provided
                        && provided.get(OWN) instanceof Map<?, ?> own
                ? own
                : null;
    }

    /** Token usage as NAT keeps it; a number the model did not report is 0 there. */
    public record NatUsage(
            long prompt, long completion, long cached, long reasoning, long total, long calls, long secondsBetween) {
        public static final NatUsage ZERO = new NatUsage(0, 0, 0, 0, 0, 0, 0);
    }

    /** Returns the usage, all zero where there is none. */
    public NatUsage usageOrZero() {
        return usage == null ? NatUsage.ZERO : usage;
    }

    /** Returns the word before the first underscore: {@code LLM}, {@code TOOL}, {@code FUNCTION}, ... */
    public String category() {
        int end = eventType.indexOf('_');
        return end < 0 ? eventType : eventType.substring(0, end);
    }

    public boolean isStart() {
        return eventType.endsWith("_START");
    }

    public boolean isEnd() {
        return eventType.endsWith("_END");
    }

    public boolean isModelCall() {
        return eventType.equals("LLM_START") || eventType.equals("LLM_END");
    }

    /** Returns the model's name on LLM_START and LLM_END, else "". */
    public String llmName() {
        return isModelCall() && subject.name() != null ? subject.name() : "";
    }

    /** Returns the tool's name on TOOL_START and TOOL_END, else "". */
    public String toolName() {
        return category().equals("TOOL") && subject.name() != null ? subject.name() : "";
    }

    /** Returns a value of the data, or {@code null}. */
    public Object data(String field) {
        return data == null ? null : data.get(field);
    }
}
