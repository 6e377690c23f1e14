// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.rules.model;

/** When a span ends and what its chunks are. */
public enum Shape {
    /** Ends when the method returns or throws. */
    CALL,
    /** The result is a {@link java.util.concurrent.CompletionStage}: ends when it completes. */
    FUTURE,
    /** The result is a reactive publisher: one span a subscription, a chunk an element, ends at the terminal signal. */
    PUBLISHER,
    /**
     * The result is a reactive publisher that waits before it begins: one span a subscription, which ends when the first
     * operation below it begins; that one, and what follows, stands beside it.
     */
    DELAY,
    /** The result is an Iterator, Iterable or Stream: a chunk an element, ends at exhaustion or close. */
    ITERATOR,
    /** The result is a lambda or method reference: one span a call of it, none for the call that returned it. */
    LAMBDA,
    /** Decided by the runtime type of the result. */
    AUTO
}
