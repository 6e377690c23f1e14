// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0

/** Scenarios with another model. */
package io.agentprofiler.analyzer.whatif.model;
