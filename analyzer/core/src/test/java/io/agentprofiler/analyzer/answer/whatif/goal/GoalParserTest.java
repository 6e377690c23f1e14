// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.whatif.goal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.agentprofiler.analyzer.answer.whatif.goal.Goal.Statistic;
import io.agentprofiler.analyzer.command.CommandException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Targets as they are written, and what is said of those that are none. */
class GoalParserTest {
    @Test
    void shouldReadConditions() throws CommandException {
        assertThat(GoalParser.parse("p95<2s, cost <= 0.01,FIRST-CHUNK.p50 < 500ms,tokens<4000"))
                .containsExactly(
                        new Goal(GoalFigure.DURATION, Statistic.P95, false, 2e9, "p95<2s"),
                        new Goal(GoalFigure.COST, Statistic.MEAN, true, 0.01, "cost <= 0.01"),
                        new Goal(GoalFigure.FIRST_CHUNK, Statistic.P50, false, 500e6, "FIRST-CHUNK.p50 < 500ms"),
                        new Goal(GoalFigure.TOKENS, Statistic.MEAN, false, 4000, "tokens<4000"));
        assertThat(GoalParser.parse("mean<1.5m"))
                .containsExactly(new Goal(GoalFigure.DURATION, Statistic.MEAN, false, 90e9, "mean<1.5m"));
        assertThat(GoalParser.parse("duration<10us,max<=2h,cost.p99<1"))
                .extracting(Goal::subject, Goal::limit)
                .containsExactly(tuple("mean duration", 10e3), tuple("max duration", 7200e9), tuple("p99 cost", 1.0));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '\'', textBlock = """
                    ''              | 1  | one of mean, max, p50, p90, p95, p99, duration, first-chunk, cost, tokens, found the end
                    p96<2s          | 1  | one of mean, max, p50, p90, p95, p99, duration, first-chunk, cost, tokens, found "p96<2s"
                    p95>2s          | 4  | "<" or "<=", found ">2s"
                    p95             | 4  | "<" or "<=", found the end
                    p95<            | 5  | a number of 0 or more, found the end
                    p95<-1s         | 5  | a number of 0 or more, found "-1s"
                    p95<2           | 6  | a unit of time, ns, us, ms, s, m or h, found the end
                    p95<2days       | 6  | a unit of time, ns, us, ms, s, m or h, found "days"
                    cost<0.01eur    | 10 | no unit, as cost is in US dollars, found "eur"
                    cost.p42<1      | 6  | one of mean, max, p50, p90, p95, p99, found "p42<1"
                    p95<2s cost<1   | 8  | "," or the end, found "cost<1"
                    p95<2s,         | 8  | one of mean, max, p50, p90, p95, p99, duration, first-chunk, cost, tokens, found the end
                    """)
    void shouldSayWhereItIsWrongAndWhatWasExpected(String target, int character, String expected) {
        assertThatThrownBy(() -> GoalParser.parse(target))
                .isInstanceOf(CommandException.class)
                .hasMessage("--target \"" + target + "\", character " + character + ": expected " + expected);
    }
}
