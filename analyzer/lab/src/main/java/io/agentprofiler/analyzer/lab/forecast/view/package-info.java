// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0

/** The outputs of {@code forecast}. */
package io.agentprofiler.analyzer.lab.forecast.view;
