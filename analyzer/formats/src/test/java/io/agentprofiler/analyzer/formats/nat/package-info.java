// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/** The files of NVIDIA's NeMo Agent Toolkit: what we read of them, and that ours match them. */
package io.agentprofiler.analyzer.formats.nat;
