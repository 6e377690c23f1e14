// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/** Tests of the sizing. */
package io.agentprofiler.analyzer.lab.size;
