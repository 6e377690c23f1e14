// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * An agent with every trouble that the analyzer looks for: loops, retries, failures, locks, garbage, a window that fills, tools
 * and calls that could run at once. {@link com.example.troubled.TroubledAgent} is the program.
 */
package com.example.troubled;
