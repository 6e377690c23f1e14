// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * The four charts that compare models: tokens of each call, run time, tokens of a workflow, and scores: what they show,
 * the pictures of it, and what the page draws it from.
 */
package io.agentprofiler.analyzer.lab.plot;
