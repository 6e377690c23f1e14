// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Agents on LangChain4j in each of which one cause was planted, and their fixed twins. What the model does stands in the
 * question, so the programs alone decide what happens.
 */
package com.example.planted;
