// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * What recorded workflows would have taken if something were otherwise: a
 * {@link io.agentprofiler.analyzer.whatif.Supposition} says what, {@link io.agentprofiler.analyzer.whatif.WhatIf} adds up what
 * each workflow, gone through again, would save.
 */
package io.agentprofiler.analyzer.whatif;
