// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * That the agent runs none of the application's code: what unit tests do with mocks, and objects that count what is called
 * on them, over every type and method of every rule; frameworks' own unit tests; and the Reactive Streams TCK. Each runs with and
 * without the agent, and is compared trial by trial.
 */
package io.agentprofiler.it.mocks;
