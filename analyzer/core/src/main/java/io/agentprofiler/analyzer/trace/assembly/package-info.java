// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0

/** From events to call trees: joins events by span id and parent id and hands over each trace as soon as it is complete. */
package io.agentprofiler.analyzer.trace.assembly;
