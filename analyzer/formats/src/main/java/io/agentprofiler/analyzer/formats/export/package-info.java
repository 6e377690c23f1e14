// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * {@code export}: traces as files of other programs. There is a package for each kind of format: {@code timeline} for
 * formats with a time axis, {@code stack} for stacks. Another format is a
 * {@link io.agentprofiler.analyzer.formats.export.FormatCommand} of its own, named in
 * {@link io.agentprofiler.analyzer.formats.ExportCommand}.
 */
package io.agentprofiler.analyzer.formats.export;
