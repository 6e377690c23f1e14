// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * The places of a program that ask models, with some calls of each: what they ask for and how much they get is compared by the rules.
 *
 * <p>{@code CostlyModelTest} and {@code LongAnswersTest} cover these classes.
 */
package io.agentprofiler.analyzer.answer.finding.place;
