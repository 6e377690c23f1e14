// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.forecast.stage;

/**
 * How many workflows of one name have a call of unknown cost: its model has no price, or it reported no usage.
 *
 * @param unknown the workflows with such a call
 * @param workflows all of that name
 */
public record UnknownCosts(int unknown, int workflows) {
    UnknownCosts plus(UnknownCosts more) {
        return new UnknownCosts(unknown + more.unknown, workflows + more.workflows);
    }
}
