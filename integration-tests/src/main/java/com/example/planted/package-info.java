// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Agents on LangChain4j with one planted cause each, and their fixed twins. The question contains the model's instructions,
 * so the programs alone decide what happens.
 */
package com.example.planted;
