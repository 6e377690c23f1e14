// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/** One figure as it is shown: its text, its raw value, how it stands out, and the number formats, which exist here alone. */
package io.agentprofiler.analyzer.view.cell;
