// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * The report's page in a real headless browser: clicks and input, hostile traces, and the time for many spans. Skipped with
 * a message if there is no Chromium.
 */
package io.agentprofiler.it.page;
