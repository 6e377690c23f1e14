// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * A program that does with the types of AI frameworks what their users' unit tests do: mock them, stub them, spy on them,
 * verify them, hand them over. It knows none of these types; which ones, and which of their methods, stands in a file. It
 * writes down how each trial went, so that two runs can be compared.
 */
package com.example.mocks;
