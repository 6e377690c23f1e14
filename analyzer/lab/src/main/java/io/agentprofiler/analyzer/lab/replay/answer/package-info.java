// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0

/**
 * The answer to a request: the recorded answer if its text was recorded, otherwise one of the same length with the same tool
 * calls. These classes know no provider's API.
 */
package io.agentprofiler.analyzer.lab.replay.answer;
