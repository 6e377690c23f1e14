// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0

/** Steps told: as tables, as ThunderAgent's CSV, and as its JSON. */
package io.agentprofiler.analyzer.lab.steps.view;
