// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * An agent with every problem that the analyzer looks for: loops, retries, failures, locks, garbage, a context window that
 * fills up, and tools and calls that could run concurrently. {@link com.example.troubled.TroubledAgent} is the program.
 */
package com.example.troubled;
