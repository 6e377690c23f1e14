// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0

/** {@code gate}: limits for every workflow of a build, checked for continuous integration. */
package io.agentprofiler.analyzer.answer.gate;
