// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Programs under test: plain LangChain4j user code that knows nothing of the profiler. Each prints what it got, so that a
 * run with the agent can be held against one without.
 *
 * <p>Only API that exists since LangChain4j 1.0 is used unless a program says otherwise, so that the same class files run
 * on every supported version. They are started by the tests as JVMs of their own; {@code -Dopenai.baseUrl} names the
 * model server.
 *
 * <p>Here is what they share.
 */
package com.example.agents;
