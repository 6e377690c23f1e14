// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.critical;

/** A part of the duration of a model call, in order of time. */
public enum LatencyPart {
    /**
     * From the start of the call to its first request: building the request, waiting for a permit. What waits inside of the HTTP client,
     * for a connection of its pool, is in the request.
     */
    WAITING("waiting"),
    /** From the first request to the last one: failed attempts and the pauses between them. */
    RETRYING("retrying"),
    /** From the last request to the first chunk of a streamed answer. */
    FIRST_CHUNK("first_chunk"),
    /** From the first to the last chunk, excluding time in the application's handler. */
    GENERATION("generation"),
    /** What the application took for the chunks, in its handler or until it asked for the next. Unknown in older recordings. */
    HANDLER("handler"),
    /** From the last request to its end, where the answer was not streamed. */
    ANSWER("answer"),
    /** From there to the end of the call. */
    AFTER("after");

    private final String word;

    LatencyPart(String word) {
        this.word = word;
    }

    /** Returns the word written to files. */
    public String word() {
        return word;
    }
}
