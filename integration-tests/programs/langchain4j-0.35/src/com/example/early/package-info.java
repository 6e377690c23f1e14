// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * A program on LangChain4j 0.35, which the bundled rules are not for; compiled by {@code frameworks/langchain4j-0.35.0}.
 */
package com.example.early;
