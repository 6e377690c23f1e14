// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.finding.scan;

import java.util.function.BiConsumer;
import java.util.function.Supplier;

/**
 * An input that rules need from all workflows. It is gathered once for all rules that request it. The instance is the key of the
 * gathered data, which does not depend on the order of merging.
 *
 * @param <A> what is gathered, which changes as more is merged into it
 * @param empty makes what is gathered of no workflow
 * @param add adds what one workflow tells
 * @param merge adds what was gathered of other workflows, which stays as it is
 */
public record RuleInput<A>(Supplier<A> empty, BiConsumer<A, WorkflowScan> add, BiConsumer<A, A> merge) {}
