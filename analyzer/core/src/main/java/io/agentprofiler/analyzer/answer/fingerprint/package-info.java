// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Identifies the program behind a workflow, independent of the run: {@code fingerprint}. A
 * {@link io.agentprofiler.analyzer.answer.fingerprint.Fingerprint} contains the parts of a trace that the program
 * determines, without chance, salts and clocks; {@link io.agentprofiler.analyzer.answer.fingerprint.Fingerprints} counts
 * them.
 */
package io.agentprofiler.analyzer.answer.fingerprint;
