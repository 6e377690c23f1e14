// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0

/** What a build demands of its workflows: limits for every one of them, judged for continuous integration. */
package io.agentprofiler.analyzer.answer.gate;
