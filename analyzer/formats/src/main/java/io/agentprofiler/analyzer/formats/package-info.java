// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Formats of other programs, one package for each. Each offers its readers, report files and commands as services, so that
 * the modules below need not know it.
 */
package io.agentprofiler.analyzer.formats;
