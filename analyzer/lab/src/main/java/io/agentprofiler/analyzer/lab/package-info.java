// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Experiments on what was recorded: replay and load, simulated model servers, sizing, forecasts, steps, drift, plots. There
 * is one package for each question. Each offers its commands, report files and live answers as services, so that the modules
 * below need not know it.
 */
package io.agentprofiler.analyzer.lab;
