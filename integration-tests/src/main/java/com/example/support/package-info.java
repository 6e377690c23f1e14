// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * The demo's application: a customer support agent, written as any LangChain4j user would write it. It knows nothing of
 * the profiler. {@link com.example.support.SupportAgent} is the program; it is also one of the programs under test.
 */
package com.example.support;
