// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * What NAT's profiler computes from the steps of requests: one class a result, each with NAT's definition except for the errors that
 * {@code docs/nat-parity.md} lists.
 *
 * <p>{@code NatFiles} reads traces once and writes all files of {@code report --format nat}. Requests are added one after the other, in the order of their numbers; what is kept of a request is numbers, and
 * every result writes itself. Times are seconds.
 */
package io.agentprofiler.analyzer.formats.nat.profile;
