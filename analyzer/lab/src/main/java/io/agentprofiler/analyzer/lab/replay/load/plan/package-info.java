// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0

/** What load is to be made, where it may go, and when workflows begin: all of it before anything is sent. */
package io.agentprofiler.analyzer.lab.replay.load.plan;
