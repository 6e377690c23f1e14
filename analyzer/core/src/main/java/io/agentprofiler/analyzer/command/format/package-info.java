// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * How a command prints its answer: text, JSON, Markdown or HTML.
 *
 * <p><b>Threading:</b> main thread only.
 *
 * <p><b>Tests:</b> with the commands; the formats themselves in {@code view}.
 */
package io.agentprofiler.analyzer.command.format;
