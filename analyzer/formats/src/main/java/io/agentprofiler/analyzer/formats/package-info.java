// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0

/**
 * What other programs write and read. A room a format; each offers its readers, report files and commands as services, so that the
 * modules below need not know it.
 */
package io.agentprofiler.analyzer.formats;
