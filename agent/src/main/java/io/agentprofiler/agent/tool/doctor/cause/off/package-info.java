// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * What switches an agent off, or leaves workflows out.
 *
 * <p><b>Threading:</b> stateless.
 *
 * <p><b>Tests:</b> {@code AttachIT}, {@code RecordIT} and {@code WriteIT} of the integration tests.
 */
package io.agentprofiler.agent.tool.doctor.cause.off;
