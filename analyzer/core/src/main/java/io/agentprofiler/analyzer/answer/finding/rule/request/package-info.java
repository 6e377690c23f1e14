// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/** Rules about requests over HTTP and the clients that send them. */
package io.agentprofiler.analyzer.answer.finding.rule.request;
