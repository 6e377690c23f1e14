// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0

/** Segments read while they are written: found, continued, survived when they are renamed, compressed or removed. */
package io.agentprofiler.analyzer.live.follow;
