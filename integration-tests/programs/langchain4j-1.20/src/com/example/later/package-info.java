// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * A program under test that needs the core of LangChain4j 1.20: futures and publishers in place of answers and handlers. It
 * is compiled by {@code frameworks/langchain4j-core-1.20.0}.
 */
package com.example.later;
