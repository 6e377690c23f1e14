// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0

/** Steps of programs: how they are measured, told and read. */
package io.agentprofiler.analyzer.lab.steps;
