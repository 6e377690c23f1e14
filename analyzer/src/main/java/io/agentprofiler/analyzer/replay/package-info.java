// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0

/**
 * {@code replay}: a recording answers in place of the model servers it was recorded with.
 *
 * <p>{@code recording} is what was recorded, {@code match} finds the recorded call that a request is, {@code answer} makes the answer,
 * {@code shape} knows providers' requests and answers, {@code http} listens, {@code view} tells how it went.
 */
package io.agentprofiler.analyzer.replay;
