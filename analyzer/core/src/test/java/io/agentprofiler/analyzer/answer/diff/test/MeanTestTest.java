// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.diff.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.agentprofiler.analyzer.answer.diff.Comparison.MeanTest;
import org.junit.jupiter.api.Test;

class MeanTestTest {
    /** Values by SciPy 1.17, ttest_ind(equal_var=False). */
    @Test
    void shouldAgreeWithScipy() {
        assertThat(MeanTest.p(new double[] {19, 22, 16, 29, 24}, new double[] {20, 11, 17, 12}))
                .isCloseTo(0.05675092592187574, within(1e-9));
        assertThat(MeanTest.p(new double[] {1, 2, 3, 4}, new double[] {10, 20, 30, 45, 50}))
                .isCloseTo(0.018684519053706557, within(1e-9));
    }

    @Test
    void shouldFindNothingWhereMeansAreEqual() {
        assertThat(MeanTest.p(new double[] {1, 3}, new double[] {0, 4})).isEqualTo(1);
        assertThat(MeanTest.p(new double[] {5, 5, 5}, new double[] {7, 7})).isNaN();
    }
}
