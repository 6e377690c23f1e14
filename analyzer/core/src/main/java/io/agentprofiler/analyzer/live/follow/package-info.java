// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0

/** Reads segments while they are written, even if they are renamed, compressed or removed. */
package io.agentprofiler.analyzer.live.follow;
