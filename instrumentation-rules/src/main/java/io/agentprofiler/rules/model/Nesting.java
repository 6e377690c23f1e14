// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.rules.model;

/** Which of directly nested spans of one operation survives, so that one logical call is one span. */
public enum Nesting {
    /** Each call is a span. */
    ALL,
    /** The outer call is the span; what it calls of the same operation is part of it. */
    OUTERMOST,
    /** The inner call is the span; the outer one was a wrapper and leaves no span. */
    INNERMOST,
    /**
     * The first call directly below a span of another rule of the operation is that span's own work; every other call is a
     * span.
     */
    PART
}
