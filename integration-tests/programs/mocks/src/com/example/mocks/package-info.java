// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * A program that uses the types of AI frameworks as unit tests do: it mocks, stubs, spies on, verifies and passes them on.
 * It knows none of these types; a file lists them and their methods. It records the outcome of each trial, so that two runs
 * can be compared.
 */
package com.example.mocks;
