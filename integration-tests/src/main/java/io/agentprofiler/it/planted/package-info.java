// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * The bench of planted causes: which programs are run, how, and what the findings made of them.
 */
package io.agentprofiler.it.planted;
