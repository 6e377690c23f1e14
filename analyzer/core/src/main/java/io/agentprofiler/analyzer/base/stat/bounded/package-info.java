// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Bounded summaries of data of any size: the first elements of an order, a sample, sums by key, samples over time. The
 * content depends only on the data; each class says how far the order of adding and merging matters.
 *
 * <p><b>Threading:</b> each object by one thread at a time.
 *
 * <p><b>Tests:</b> one for each class, by its name; {@code TimeSlots} with its users, as in {@code ProcessLogTest}.
 */
package io.agentprofiler.analyzer.base.stat.bounded;
