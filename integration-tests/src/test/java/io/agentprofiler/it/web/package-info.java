// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Requests of the web as workflows: services of {@code com.example.web} with real servers, over real HTTP, each in a JVM of its
 * own with the shipped agent jar.
 */
package io.agentprofiler.it.web;
