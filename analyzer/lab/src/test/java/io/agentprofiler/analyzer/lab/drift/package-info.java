// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0

/** Tests of drift; {@code DriftRatesTest} measures how often noise passes for drift. */
package io.agentprofiler.analyzer.lab.drift;
