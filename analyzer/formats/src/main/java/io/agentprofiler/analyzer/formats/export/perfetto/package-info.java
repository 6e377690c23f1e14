// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/** {@code export perfetto}: Perfetto's own format, Protocol Buffers written field by field. */
package io.agentprofiler.analyzer.formats.export.perfetto;
