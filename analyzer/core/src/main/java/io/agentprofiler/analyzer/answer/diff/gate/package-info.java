// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0

/** Conditions that a build must meet: parsed from {@code --fail-on}, judged on a comparison. */
package io.agentprofiler.analyzer.answer.diff.gate;
