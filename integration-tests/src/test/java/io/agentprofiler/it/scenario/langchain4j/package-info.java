// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * What programs of LangChain4j yield, on every version that is supported: models, services with tools, streams, agents at the same
 * time, compositions of them, and everything around a model call.
 *
 * <p><b>Threading:</b> each test starts JVMs of its own; several tests run at once.
 */
package io.agentprofiler.it.scenario.langchain4j;
