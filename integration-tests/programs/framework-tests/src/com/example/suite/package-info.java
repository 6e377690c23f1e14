// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/** Runs a framework's own unit tests, and writes down how each went, so that two runs can be compared. */
package com.example.suite;
