// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Which program a workflow is a run of, whatever the run: {@code fingerprint}. {@code .shape} makes the fingerprint of a trace,
 * {@link io.agentprofiler.analyzer.answer.fingerprint.Fingerprints} counts them, {@code .view} describes the answer.
 */
package io.agentprofiler.analyzer.answer.fingerprint;
