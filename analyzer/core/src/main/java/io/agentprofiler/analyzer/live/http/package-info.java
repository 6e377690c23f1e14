// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0

/** Routes, and who may ask (loopback, token, host and origin); events for open pages; counters for Prometheus. */
package io.agentprofiler.analyzer.live.http;
