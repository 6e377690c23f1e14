// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0

/** What calls cost: the price list, how models are found in it, and sums of money. */
package io.agentprofiler.analyzer.answer.cost.price;
