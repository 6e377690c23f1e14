// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0

/**
 * What a request is answered with: the recorded answer where its text was recorded, else one of its length with its tool calls. Below
 * these classes nothing knows a provider's shape.
 */
package io.agentprofiler.analyzer.lab.replay.answer;
