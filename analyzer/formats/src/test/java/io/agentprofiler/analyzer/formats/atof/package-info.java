// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/** Tests of ATOF event logs. */
package io.agentprofiler.analyzer.formats.atof;
