// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Attributes by which workflows and calls are told apart: a tenant, a team, a route, a conversation. What an attribute is to a span
 * and to a whole workflow is defined here, once.
 */
package io.agentprofiler.analyzer.trace.metric.attribute;
