// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * The rules at run time. A {@link io.agentprofiler.agent.engine.JoinPoint} is what woven code calls on the application's
 * thread: it opens and ends spans ({@code SpanLifecycle}), finds bound ones ({@code BoundSpans}) and follows results
 * ({@code ResultShape}); it reads no attribute and never throws. {@link io.agentprofiler.agent.engine.RuleSpanReader} reads
 * names and attributes later, on the ring's consumer thread.
 *
 * <p>Knows no framework: everything particular is in the rule files.
 */
package io.agentprofiler.agent.engine;
