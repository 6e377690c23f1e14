// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Programs under test that use the agentic module, one composition each. Outputs are named reflectively, because the
 * method's name changed in that module's betas; everything else is the same from LangChain4j 1.5 on.
 */
package com.example.agents.agentic;
