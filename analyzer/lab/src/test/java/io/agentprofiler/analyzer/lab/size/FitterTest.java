// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.size;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.agentprofiler.analyzer.lab.size.Estimate.Answer;
import io.agentprofiler.analyzer.lab.size.Fit.FitShape;
import io.agentprofiler.analyzer.lab.size.Fit.Point;
import io.agentprofiler.analyzer.lab.size.Sizing.Targets;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class FitterTest {
    private static final Targets HUNDRED = new Targets(0, 0, 100, 8);

    private static List<Point> points(double... concurrencyAndSeconds) {
        List<Point> points = new ArrayList<>();
        for (int i = 0; i < concurrencyAndSeconds.length; i += 2) {
            points.add(new Point(concurrencyAndSeconds[i], concurrencyAndSeconds[i + 1]));
        }
        return points;
    }

    @Test
    void shouldKeepTheKneeApartFromTheLine() {
        Fit fit = Fitter.fit(points(1, 1, 2, 1, 4, 1, 8, 1.1, 16, 4, 32, 16));
        assertThat(fit.shape()).isEqualTo(FitShape.LINE);
        assertThat(fit.knee()).isEqualTo(8);
        assertThat(fit.full()).isEqualTo(points(16, 4, 32, 16));
        assertThat(fit.outliers()).isEmpty();
        assertThat(fit.at(8)).isEqualTo(1.0878260869565217, within(1e-12));
    }

    @Test
    void shouldAnswerBeyondTheKneeFromThePointsThemselves() {
        Fit fit = Fitter.fit(points(1, 1, 2, 1, 4, 1, 8, 1.1, 16, 4, 32, 16));
        Estimate between = Estimate.of(fit, 10, HUNDRED);
        assertThat(between.answer()).isEqualTo(Answer.MEASURED);
        assertThat(between.concurrency()).isEqualTo(24);
        assertThat(between.gpus()).isEqualTo(100 / 24.0 * 8, within(1e-12));
        assertThat(between.note())
                .isEqualTo("the system is full beyond 8 at once; between 16 and 32 the answer is interpolated");
        Estimate all = Estimate.of(fit, 20, HUNDRED);
        assertThat(all.answer()).isEqualTo(Answer.AT_MOST);
        assertThat(all.gpus()).isEqualTo(25);
        assertThat(Estimate.of(fit, 1.05, HUNDRED).concurrency())
                .as("on the line")
                .isEqualTo((1.05 - fit.intercept()) / fit.slope());
    }

    @Test
    void shouldLeaveOutAnOutlierThatOthersComeAfter() {
        Fit fit = Fitter.fit(points(1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 30, 9, 9));
        assertThat(fit.outliers()).isEqualTo(points(8, 30));
        assertThat(fit.full()).isEmpty();
        assertThat(fit.knee()).isNaN();
        assertThat(fit.slope()).isEqualTo(1, within(1e-12));
    }

    @Test
    void shouldTakeAFlatSystemAsNotFull() {
        Fit fit = Fitter.fit(points(1, 2, 2, 2, 4, 2, 8, 2));
        assertThat(fit.shape()).isEqualTo(FitShape.FLAT);
        Estimate estimate = Estimate.of(fit, 3, HUNDRED);
        assertThat(estimate.answer()).isEqualTo(Answer.AT_MOST);
        assertThat(estimate.gpus()).isEqualTo(100);
        assertThat(estimate.note()).startsWith("no slower up to 8 at once");
        assertThat(Estimate.of(fit, 1.9, HUNDRED).answer()).isEqualTo(Answer.UNREACHABLE);
        assertThat(Fitter.fit(points(1, 2, 2, 2.05, 4, 1.97, 8, 2.01)).shape()).isEqualTo(FitShape.FLAT);
    }

    @Test
    void shouldSayWhyThereIsNoLine() {
        assertThat(Fitter.fit(points(1, 3, 2, 1, 4, 4, 8, 2)).reason())
                .isEqualTo("the times do not follow the number of workflows at once (R² 0.00, below 0.70):"
                        + " measure longer, or more levels");
        assertThat(Fitter.fit(points(4, 3)).reason()).startsWith("one level only");
        assertThat(Fitter.fit(points()).reason()).isEqualTo("not one level was measured");
        Estimate estimate = Estimate.of(Fitter.fit(points(4, 3)), 5, HUNDRED);
        assertThat(estimate.answer()).isEqualTo(Answer.UNKNOWN);
        assertThat(estimate.note()).startsWith("one level only");
    }

    @Test
    void shouldSayWhyATargetCannotBeReached() {
        Fit fit = Fitter.fit(points(1, 3, 2, 5, 4, 9, 8, 17));
        Estimate estimate = Estimate.of(fit, 2.9, HUNDRED);
        assertThat(estimate.answer()).isEqualTo(Answer.UNREACHABLE);
        assertThat(estimate.isAnswered()).isFalse();
        assertThat(estimate.note())
                .isEqualTo("one workflow alone takes 3.00 s, more than the target of 2.90 s: more replicas do not make"
                        + " it faster");
    }

    @Test
    void shouldSayWhatGoesBeyondTheMeasurement() {
        Fit fit = Fitter.fit(points(1, 3, 2, 5, 4, 9, 8, 17));
        Estimate estimate = Estimate.of(fit, 25, HUNDRED);
        assertThat(estimate.answer()).isEqualTo(Answer.EXTRAPOLATED);
        assertThat(estimate.concurrency()).isEqualTo(12, within(1e-9));
        assertThat(estimate.note()).isEqualTo("not measured beyond 8 at once; 100 without going beyond it");
        assertThat(Estimate.of(fit, 17, HUNDRED).answer()).isEqualTo(Answer.MEASURED);
    }

    @Property(tries = 200)
    void shouldFindEveryLine(
            @ForAll @DoubleRange(min = 0.01, max = 10) double slope,
            @ForAll @DoubleRange(min = 0, max = 100) double intercept,
            @ForAll @IntRange(min = 2, max = 12) int count) {
        List<Point> points = new ArrayList<>();
        for (int i = 1; i <= count; i++) {
            points.add(new Point(i, slope * i + intercept));
        }
        Fit fit = Fitter.fit(points);
        assertThat(fit.slope()).isEqualTo(slope, within(1e-7));
        assertThat(fit.intercept()).isEqualTo(intercept, within(1e-6));
        assertThat(fit.outliers()).isEmpty();
        assertThat(fit.full()).isEmpty();
    }
}
