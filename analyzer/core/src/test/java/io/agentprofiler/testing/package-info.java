// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0

/** Shared utilities for the tests of several modules. */
package io.agentprofiler.testing;
