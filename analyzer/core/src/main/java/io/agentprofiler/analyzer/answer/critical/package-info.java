// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * What a workflow waited for: its critical path, the slack of other spans, its duration if something took less time, and the
 * parts of model calls.
 *
 * <p>All of it uses one dependency model, {@link io.agentprofiler.analyzer.answer.critical.Children}: within a span, a child
 * begins when all siblings that had ended at its recorded start have ended, plus the span's own time in between. The span
 * ends in the same way.
 */
package io.agentprofiler.analyzer.answer.critical;
