// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/** {@code export collapsed}: a line a stack, which flame graph tools read. */
package io.agentprofiler.analyzer.formats.export.collapsed;
