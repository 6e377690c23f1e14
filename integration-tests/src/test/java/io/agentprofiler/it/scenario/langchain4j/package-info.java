// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Traces of LangChain4j programs on every supported version: models, services with tools, streams, concurrent agents,
 * compositions, and everything around a model call.
 *
 * <p><b>Threading:</b> each test starts JVMs of its own; several tests run at once.
 */
package io.agentprofiler.it.scenario.langchain4j;
