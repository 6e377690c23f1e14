// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0

/** The speed of the recorded model servers, and the error of the fit. */
package io.agentprofiler.analyzer.lab.simulate.fit;
