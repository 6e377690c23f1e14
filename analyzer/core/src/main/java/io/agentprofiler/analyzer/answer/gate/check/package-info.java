// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Limits as options and files give them, held against workflows: what is read of each, what is kept of all, and what became of each
 * limit.
 */
package io.agentprofiler.analyzer.answer.gate.check;
