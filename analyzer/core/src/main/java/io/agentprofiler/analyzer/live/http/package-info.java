// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0

/** Routes, access control (loopback, token, host and origin), events for open pages, and counters for Prometheus. */
package io.agentprofiler.analyzer.live.http;
