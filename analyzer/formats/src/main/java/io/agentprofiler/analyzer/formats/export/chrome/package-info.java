// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/** {@code export chrome}: the JSON of Chrome's trace viewer, which many tools read. */
package io.agentprofiler.analyzer.formats.export.chrome;
