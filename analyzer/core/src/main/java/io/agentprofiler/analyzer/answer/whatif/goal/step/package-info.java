// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0

/** Changes that can be made together with others, each with its evidence and risk, and what they make of one workflow. */
package io.agentprofiler.analyzer.answer.whatif.goal.step;
