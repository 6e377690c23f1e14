// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/** Programs on LangChain4j 0.35 and 0.36; compiled by {@code frameworks/langchain4j-0.35.0} and {@code langchain4j-0.36.2}. */
package com.example.early;
