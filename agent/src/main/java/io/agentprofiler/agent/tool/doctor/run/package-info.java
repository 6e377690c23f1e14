// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * What trace files say of their run, as far as the doctor asks.
 *
 * <p><b>Threading:</b> one thread.
 *
 * <p><b>Tests:</b> {@code RunFilesTest} here.
 */
package io.agentprofiler.agent.tool.doctor.run;
