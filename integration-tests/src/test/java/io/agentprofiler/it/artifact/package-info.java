// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/** The shipped agent jar as such: what is in it, what the JVM and the application notice of it, when it stays out. */
package io.agentprofiler.it.artifact;
