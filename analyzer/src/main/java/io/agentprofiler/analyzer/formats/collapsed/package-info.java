// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Collapsed stacks, read: a line for each call path with its number, as flame graph tools and profilers write them.
 *
 * <p>{@link io.agentprofiler.analyzer.formats.collapsed.CollapsedReader} is the reader.
 */
package io.agentprofiler.analyzer.formats.collapsed;
