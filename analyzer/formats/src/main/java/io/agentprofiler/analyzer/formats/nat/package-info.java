// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * The intermediate steps of NVIDIA's NeMo Agent Toolkit (NAT): its trace format, read and written. Its reader is named in
 * {@code META-INF/services}; the core does not know it.
 *
 * <p>A step is one event of a call: a START, an END or a CHUNK. Steps of one request make a {@link
 * io.agentprofiler.analyzer.formats.nat.NatRequest}. What is computed from them is in {@code nat.profile}.
 */
package io.agentprofiler.analyzer.formats.nat;
