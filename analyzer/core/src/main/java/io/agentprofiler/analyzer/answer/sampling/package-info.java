// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/** What recorded workflows say of all, where only a sample was recorded. */
package io.agentprofiler.analyzer.answer.sampling;
