// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * A program on a beta of LangChain4j 1.0, which the bundled rules are not for; compiled by {@code frameworks/langchain4j-1.0.0-beta3}.
 */
package com.example.beta;
