// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * The vocabulary that the agent writes and the analyzer reads: span kinds, attribute names, the words of the trace format, the
 * speed at which both replay it, and, as resources beside these classes, the JSON Schemas of trace events and rule files.
 *
 * <p>Anyone may use it, on any thread: it is constants. {@code docs/trace-format.md} explains the format.
 */
package io.agentprofiler.shared.schema;
