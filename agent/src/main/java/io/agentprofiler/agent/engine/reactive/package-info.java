// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Results that are publishers: each subscription is a span. {@code rules/types/reactive.json} defines publishers and
 * subscribers as data; this package has their wrappers: subclasses of a library's types, and proxies of interfaces.
 *
 * <p><b>Threading:</b> any thread; signals arrive serially but for cancellation.
 *
 * <p><b>Tests:</b> {@code ReactorTest} and its neighbours, {@code RxJavaTest}, {@code MutinyTest}, {@code FlowTest}; {@code SameSignalsTest},
 * {@code EveryOperatorTest} and {@code HooksTest} for what the application sees, {@code LeftAloneTest} for what is not
 * replaced.
 */
package io.agentprofiler.agent.engine.reactive;
