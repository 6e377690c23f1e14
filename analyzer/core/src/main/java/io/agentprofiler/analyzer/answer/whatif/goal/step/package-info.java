// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0

/** Changes that can be combined, each with its evidence and risk, and their effect on one workflow. */
package io.agentprofiler.analyzer.answer.whatif.goal.step;
