// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * What a workflow waited for: its critical path, how much slack the rest has, how long it would take if something took
 * less, and how the time of a model call splits.
 *
 * <p>One model of dependence carries all of it, {@link io.agentprofiler.analyzer.answer.critical.Children}: within a span, a child
 * begins when the siblings that had ended by then have ended, some time of the span's own later; the span ends likewise.
 */
package io.agentprofiler.analyzer.answer.critical;
