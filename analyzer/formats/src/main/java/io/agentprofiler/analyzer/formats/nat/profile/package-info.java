// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * The results of NAT's profiler, computed from the steps of requests: one class for each result, with NAT's definition
 * except for the errors that {@code docs/formats/nat-parity.md} lists.
 *
 * <p>{@code NatFiles} reads traces once and writes all files of {@code report --format nat}. Requests are added in the order
 * of their numbers. Only numbers are kept of a request, and every result writes itself. Times are in seconds.
 */
package io.agentprofiler.analyzer.formats.nat.profile;
