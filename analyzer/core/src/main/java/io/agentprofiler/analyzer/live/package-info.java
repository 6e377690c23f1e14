// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0

/**
 * {@code serve}: live view of running and finished processes, as a page and an API.
 *
 * <p>{@code follow} reads segments while they are written, {@code state} keeps the latest data and computes the figures,
 * {@code http} answers requests, sends pages what changes and counts for Prometheus. {@code listen} sets up a server on the
 * loopback address. One thread reads and computes; requests are answered from its published results.
 */
package io.agentprofiler.analyzer.live;
