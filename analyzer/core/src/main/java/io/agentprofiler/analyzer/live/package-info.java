// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0

/**
 * {@code serve}: what running and finished processes do, in a browser and for programs.
 *
 * <p>{@code follow} reads segments while they are written, {@code state} keeps what was read last and makes the figures of it,
 * {@code http} answers requests, sends pages what changes and counts for Prometheus. {@code listen} sets up a server on the loopback
 * address. One thread reads and computes; requests are answered from what it has published.
 */
package io.agentprofiler.analyzer.live;
