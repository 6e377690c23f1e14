// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * From events to call trees: {@link io.agentprofiler.analyzer.trace.assembly.Assembler} joins events by span id and parent id
 * and hands over each {@link io.agentprofiler.analyzer.trace.Trace} as soon as it is complete.
 *
 * <p>Knows nothing of files, statistics or output. An assembler belongs to one thread; a finished trace is immutable
 * and may go anywhere.
 */
package io.agentprofiler.analyzer.trace;
