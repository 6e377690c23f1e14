// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * The demo: starts {@code com.example.support} with nothing but the agent jar on its command line, then shows what the
 * analyzer makes of the files. {@link io.agentprofiler.it.demo.Demo} is the program behind {@code ./mvnw -q -Pdemo
 * package}; single-threaded but for the model server's threads.
 */
package io.agentprofiler.it.demo;
