// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/** What recorded texts and hashes say of whether one call needed another's answer. */
package io.agentprofiler.analyzer.finding.text;
