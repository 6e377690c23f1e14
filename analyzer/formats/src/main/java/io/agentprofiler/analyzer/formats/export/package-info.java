// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * {@code export}: traces as files of other programs. A room below for each kind of format: {@code timeline} for those that are drawn
 * over time, {@code stack} for stacks. Another format is a {@link io.agentprofiler.analyzer.formats.export.FormatCommand} of its own, named in
 * {@link io.agentprofiler.analyzer.formats.ExportCommand}.
 */
package io.agentprofiler.analyzer.formats.export;
