// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.rules.model;

/** What a call of the matched method does to a span. */
public enum Role {
    /** The call is the span. */
    SPAN,
    /** The call opens a span that another call closes; it is current while the call runs, and bound to the key. */
    OPEN,
    /** Entering the call ends the bound span normally; the call itself runs under the span's parent. */
    CLOSE,
    /** Entering the call ends the bound span as failed; the call itself runs under the span's parent. */
    FAIL,
    /** Entering the call ends the bound span as cancelled. */
    CANCEL,
    /**
     * Entering the call is one chunk of the bound span; the call itself runs under the span's parent. A rule that does not
     * say what the chunk is only does the latter.
     */
    CHUNK,
    /**
     * The call's result is what the bound span yields. Of an iterator or stream each element is a chunk, exhaustion the end;
     * a method that hands out one chunk a call runs with the span as the current one, and ends it when it is done.
     */
    ELEMENTS,
    /** Binds a second key object ({@code to}) to the span found by the first. */
    BIND,
    /** The bound span is current while the call runs. */
    SCOPE,
    /** Adds attributes to the bound span, read when it ends; a later call of the same rule replaces an earlier one's. */
    NOTE,
    /**
     * What the call returned is what a getter of the object has, where it cannot be read: kept with the object, for any path that
     * leads there later; makes no span.
     */
    LEARN,
    /** Binds the current context to the key object, for a later {@link #SCOPE}; makes no span. */
    CARRY,
    /** The span of the operation that the call is made in does not end with its own call: it is bound to the key, and another call ends it. */
    EXTEND,
    /** The task (a Runnable or Callable) or publisher that the call returns takes the current span along; makes no span. */
    TASK,
    /** The call sends a request of the span it is made in: the request gets a header that says so. Makes no span. */
    PROPAGATE,
    /** The call begins a coroutine, the object it is called on: the coroutine takes the current span along. */
    LAUNCH,
    /** The call goes on with what was suspended until now, the object it is called on, with an outcome: its argument. */
    RESUME;

    /** Answers whether the role is for the bundled file about coroutines, and no other. */
    public boolean isOfCoroutines() {
        return this == LAUNCH || this == RESUME;
    }
}
