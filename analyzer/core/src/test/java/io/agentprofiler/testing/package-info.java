// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0

/** What tests of several modules use. */
package io.agentprofiler.testing;
