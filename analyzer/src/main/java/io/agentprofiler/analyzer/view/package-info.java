// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0

/** How figures look: units and number formats, for every output. */
package io.agentprofiler.analyzer.view;
