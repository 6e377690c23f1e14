// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/** What the pages tell people to type, typed as they print it, in projects of their own. */
package io.agentprofiler.it.recipe;
