// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * The four charts that compare models: tokens per call, run time, tokens per workflow, and scores. Contains their data, the
 * pictures, and the data for the page.
 */
package io.agentprofiler.analyzer.lab.plot;
