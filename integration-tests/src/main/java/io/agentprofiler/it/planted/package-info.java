// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/** The bench of planted causes: the programs, how they run, and the results of the findings. */
package io.agentprofiler.it.planted;
