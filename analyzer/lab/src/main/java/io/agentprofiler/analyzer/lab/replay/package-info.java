// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0

/**
 * {@code replay}: a recording replaces the model servers it was recorded with, or replaces the agent and sends its requests.
 *
 * <p>{@code recording} holds the recorded calls, {@code match} finds the call for a request, {@code answer} creates the
 * answer, {@code shape} knows the providers' APIs, and {@code ReplayServer} listens. {@code load} is the other side: it
 * sends the recorded calls.
 */
package io.agentprofiler.analyzer.lab.replay;
