// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/** What the analyzer finds in recordings of a real program whose troubles are known. */
package io.agentprofiler.it.finding;
