// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/** What NAT's profiler computes, in parts. */
package io.agentprofiler.analyzer.formats.nat.profile;
