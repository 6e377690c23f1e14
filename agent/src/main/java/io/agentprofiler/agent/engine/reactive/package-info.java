// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Results that are publishers: each subscription is a span. What a publisher and a subscriber are is data, {@code
 * rules/types/reactive.json}; here are the proxies that stand before them.
 *
 * <p><b>Threading:</b> any thread; signals arrive serially but for cancellation.
 *
 * <p><b>Tests:</b> {@code ReactorTest} and its neighbours, {@code RxJavaTest}, {@code MutinyTest}.
 */
package io.agentprofiler.agent.engine.reactive;
