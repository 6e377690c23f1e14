// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0

/** Prices of calls: the price list, the lookup of models in it, and sums of money. */
package io.agentprofiler.analyzer.answer.tokens.price;
