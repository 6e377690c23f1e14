// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/** {@code export speedscope}: a profile a lane in time order, and stacks by time, tokens and money. */
package io.agentprofiler.analyzer.formats.export.speedscope;
