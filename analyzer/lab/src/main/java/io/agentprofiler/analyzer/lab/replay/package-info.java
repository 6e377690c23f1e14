// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0

/**
 * {@code replay}: a recording answers in place of the model servers it was recorded with, or in place of the agent asks one.
 *
 * <p>{@code recording} is what was recorded, {@code match} finds the recorded call that a request is, {@code answer} makes the answer,
 * {@code shape} knows providers' requests and answers, {@code ReplayServer} listens. {@code load} is the other side: it sends what was
 * recorded.
 */
package io.agentprofiler.analyzer.lab.replay;
