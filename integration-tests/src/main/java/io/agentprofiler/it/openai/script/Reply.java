// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.it.openai.script;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * One scripted answer to a chat completion request. Every {@code with} method returns a changed copy.
 *
 * <p><b>Threading:</b> immutable.
 *
 * @param status HTTP status; anything but 200 is an error whose message is {@code text}
 * @param text the answer, or {@code null}
 * @param thinking reasoning text sent before the answer, or {@code null}
 * @param toolCalls tool calls the model asks for
 * @param usage what is reported, or {@code null} to report no usage at all
 * @param model the model named in the answer, or {@code null} to echo the request's
 * @param finish the reason why the answer ended, or {@code null} for the usual one
 * @param retryAfter value of the {@code Retry-After} header of an error, or {@code null}
 * @param firstByte pause before anything is sent
 * @param perChunk pause before each chunk of a stream
 * @param cutAfter number of text or tool-call chunks after which the connection is cut; negative: never. Not streamed:
 *     any number cuts in the middle of the body
 */
public record Reply(
        int status,
        String text,
        String thinking,
        List<ToolCall> toolCalls,
        Usage usage,
        String model,
        String finish,
        String retryAfter,
        Duration firstByte,
        Duration perChunk,
        int cutAfter) {

    /** The default usage of an answer. */
    public static final Usage USUAL_USAGE = new Usage(10, 5, 4, 2);

    public Reply {
        toolCalls = List.copyOf(toolCalls);
    }

    /**
     * A tool call the model asks for.
     *
     * @param id the call's id
     * @param name the tool
     * @param arguments a JSON object, as text
     */
    public record ToolCall(String id, String name, String arguments) {}

    /** Returns an answer of text. */
    public static Reply text(String text) {
        return new Reply(200, text, null, List.of(), USUAL_USAGE, null, null, null, Duration.ZERO, Duration.ZERO, -1);
    }

    /** Returns an answer that asks for the tool {@code name}; the call's id is {@code call_<name>}. */
    public static Reply tool(String name, String arguments) {
        return text(null).withTool(name, arguments);
    }

    /** Returns an error answer. */
    public static Reply error(int status, String message) {
        return text(message).withStatus(status);
    }

    /** Adds one more tool call; the calls of one answer may run in parallel. */
    public Reply withTool(String name, String arguments) {
        List<ToolCall> calls = new ArrayList<>(toolCalls);
        calls.add(new ToolCall("call_" + name, name, arguments));
        return new Reply(
                status, text, thinking, calls, usage, model, finish, retryAfter, firstByte, perChunk, cutAfter);
    }

    /** Asks for these tool calls and no others. */
    public Reply withToolCalls(List<ToolCall> calls) {
        return new Reply(
                status, text, thinking, calls, usage, model, finish, retryAfter, firstByte, perChunk, cutAfter);
    }

    private Reply withStatus(int value) {
        return new Reply(
                value, text, thinking, toolCalls, usage, model, finish, retryAfter, firstByte, perChunk, cutAfter);
    }

    /** Sends reasoning text first. */
    public Reply withThinking(String value) {
        return new Reply(
                status, text, value, toolCalls, usage, model, finish, retryAfter, firstByte, perChunk, cutAfter);
    }

    /** Reports this usage; {@code null} reports none. */
    public Reply withUsage(Usage value) {
        return new Reply(
                status, text, thinking, toolCalls, value, model, finish, retryAfter, firstByte, perChunk, cutAfter);
    }

    /** Names this model in the answer instead of the requested one. */
    public Reply withModel(String value) {
        return new Reply(
                status, text, thinking, toolCalls, usage, value, finish, retryAfter, firstByte, perChunk, cutAfter);
    }

    /** Says that the answer ended for this reason, such as {@code length}. */
    public Reply withFinish(String value) {
        return new Reply(
                status, text, thinking, toolCalls, usage, model, value, retryAfter, firstByte, perChunk, cutAfter);
    }

    /** Sends a {@code Retry-After} header. */
    public Reply withRetryAfter(String value) {
        return new Reply(status, text, thinking, toolCalls, usage, model, finish, value, firstByte, perChunk, cutAfter);
    }

    /** Waits before the first byte and before every further chunk of a stream. */
    public Reply withDelays(Duration beforeFirstByte, Duration beforeEachChunk) {
        return new Reply(
                status,
                text,
                thinking,
                toolCalls,
                usage,
                model,
                finish,
                retryAfter,
                beforeFirstByte,
                beforeEachChunk,
                cutAfter);
    }

    /** Cuts the connection after this many chunks. */
    public Reply withCutAfter(int chunks) {
        return new Reply(
                status, text, thinking, toolCalls, usage, model, finish, retryAfter, firstByte, perChunk, chunks);
    }
}
