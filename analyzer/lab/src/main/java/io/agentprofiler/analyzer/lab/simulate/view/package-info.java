// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0

/** What a simulation answers, beside what was recorded. */
package io.agentprofiler.analyzer.lab.simulate.view;
