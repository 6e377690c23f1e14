// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * The report's page in a real browser, without a window: what a reader clicks and types, what a hostile trace must not
 * do, and how long many spans take. Skipped, with a line that says so, where there is no Chromium.
 */
package io.agentprofiler.it.page;
