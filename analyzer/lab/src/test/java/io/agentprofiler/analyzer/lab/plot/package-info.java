// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/** Tests of the charts that compare models. */
package io.agentprofiler.analyzer.lab.plot;
