// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0

/** The answer of {@code forecast} for people and programs. */
package io.agentprofiler.analyzer.lab.forecast.view;
