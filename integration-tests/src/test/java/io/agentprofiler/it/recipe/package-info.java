// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/** Recipes of the documentation, run as printed, in separate projects. */
package io.agentprofiler.it.recipe;
