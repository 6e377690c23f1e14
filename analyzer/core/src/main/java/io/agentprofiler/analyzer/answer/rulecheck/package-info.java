// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0

/** The commands that check the agent's rules against real jars. */
package io.agentprofiler.analyzer.answer.rulecheck;
