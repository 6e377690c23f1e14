// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.diff;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.agentprofiler.analyzer.answer.diff.Gates.Gate;
import io.agentprofiler.analyzer.answer.diff.Gates.Gate.GateScope;
import io.agentprofiler.analyzer.answer.diff.Gates.SyntaxException;
import io.agentprofiler.shared.schema.SpanKind;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.CharRange;
import net.jqwik.api.constraints.StringLength;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GateParserTest {
    private static Gate only(String text) throws SyntaxException {
        assertThat(Gates.parse(text)).hasSize(1);
        return Gates.parse(text).get(0);
    }

    @Test
    void shouldReadLimitsOfEveryUnit() throws SyntaxException {
        assertThat(only("p95>+10%")).isEqualTo(new Gate("p95>+10%", GateScope.ALL, Metric.P95, true, 10, true, false));
        assertThat(only("p50>+1.5s").amount()).isEqualTo(1.5e9);
        assertThat(only("time>+2min").amount()).isEqualTo(120e9);
        assertThat(only("time>+3us").amount()).isEqualTo(3e3);
        assertThat(only("cost>+0.01").amount()).isEqualTo(0.01);
        assertThat(only("errors>+1pp").amount()).isEqualTo(0.01);
        assertThat(only("cached<-500"))
                .isEqualTo(new Gate("cached<-500", GateScope.ALL, Metric.CACHED, false, 500, false, false));
    }

    /** At most a fall of 20 % is a rise by at most -20 %; at least a rise of 10 % is a fall by at most -10 %. */
    @Test
    void shouldReadExpectedChanges() throws SyntaxException {
        assertThat(Gates.expected("time<=-20%, tool search:cost<=+0.01,cached>=+10%,calls>=-2"))
                .containsExactly(
                        new Gate("time<=-20%", GateScope.ALL, Metric.TIME, true, -20, true, true),
                        new Gate(
                                "tool search:cost<=+0.01",
                                new GateScope(false, false, SpanKind.TOOL, "search"),
                                Metric.COST,
                                true,
                                0.01,
                                false,
                                true),
                        new Gate("cached>=+10%", GateScope.ALL, Metric.CACHED, false, -10, true, true),
                        new Gate("calls>=-2", GateScope.ALL, Metric.CALLS, false, 2, false, true));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "\"\" | at the end (character 1): expected a change such as time<=-20%",
                "time<-20% | at '-20%' (character 6): expected = and a change, as in time<=-20%",
                "time<=20% | at '20%' (character 7): expected + or - and a number, as in time<=+10% or 200ms",
                "time>=- | at the end (character 8): expected a number, as in time>=-10% or 200ms",
                "time=-20% | at '=-20%' (character 5): expected <= or >= after time",
            })
    void shouldPointAtWhatIsWrongInExpectedChanges(String text, String message) {
        assertThatExceptionOfType(SyntaxException.class)
                .isThrownBy(() -> Gates.expected(text))
                .withMessageStartingWith(message.strip());
    }

    @Test
    void shouldReadScopes() throws SyntaxException {
        assertThat(only("each:time>+20%").scope()).isEqualTo(new GateScope(true, false, null, ""));
        assertThat(only("llm:calls>+0.5").scope()).isEqualTo(new GateScope(false, false, SpanKind.LLM, ""));
        assertThat(only("tool execute_tool search:p95>+10%").scope())
                .isEqualTo(new GateScope(false, false, SpanKind.TOOL, "execute_tool search"));
        assertThat(only("tool 'a: b, it''s > 3':p95>+10%").scope())
                .isEqualTo(new GateScope(false, false, SpanKind.TOOL, "a: b, it's > 3"));
        assertThat(only("workflow Support.answer:p95>+10%").scope())
                .isEqualTo(new GateScope(false, true, SpanKind.WORKFLOW, "Support.answer"));
    }

    @Test
    void shouldReadSeveralAndKeepTheirText() throws SyntaxException {
        assertThat(Gates.parse(" p95 > +10% , tool 'x, y' : cost>+5%,errors>+0%"))
                .extracting(Gate::text)
                .containsExactly("p95 > +10%", "tool 'x, y' : cost>+5%", "errors>+0%");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "\"\" | at the end (character 1): expected a gate such as p95>+10%",
                "p95>+10%, | at the end (character 10): expected a gate such as p95>+10%",
                "p96>+10% | at 'p96>+10%' (character 1): no metric; known are time, p50",
                "cost>5% | at '5%' (character 6): expected + and a number, as in cost>+10% or 0.01",
                "cost>-5% | at '-5%' (character 6): expected + and a number, as in cost>+10% or 0.01",
                "cost<+5% | at '+5%' (character 6): expected - and a number, as in cost<-10% or 0.01",
                "cost>+% | at '%' (character 7): expected a number, as in cost>+10%",
                "cost>+1.2.3% | at '1.2.3%' (character 7): expected a number",
                "cost>+5USD | at 'USD' (character 8): cost is measured in % or no unit (dollars)",
                "p95>+10 | at the end (character 8): p95 is measured in % or ns, us, ms, s, min, h",
                "tokens>+10ms | at 'ms' (character 11): tokens is measured in % or no unit",
                "errors>+1 | at the end (character 10): errors is measured in % or pp (percentage points)",
                "cost<=-5% | at '=-5%' (character 6): <= and >= are for --expect; a limit is >+ or <-",
                "p95 | at the end (character 4): expected >+ or <- after p95",
                "p95=+10% | at '=+10%' (character 4): expected >+ or <- after p95",
                "frob x:p95>+1% | at 'frob x:p95>+1%' (character 1): neither a metric",
                "tool:frob>+1% | at 'frob>+1%' (character 6): no metric",
                "tool search>+1% | at '>+1%' (character 12): expected : and a metric after the scope",
                "tool 'search:p95>+1% | at ''search:p95>+1%' (character 6): the quote is not closed",
                "each x:p95>+1% | at 'each x:p95>+1%' (character 1): each stands alone",
                "p95>+10% cost>+5% | at 'cost>+5%' (character 10): expected a comma or the end",
                "p95>+10%,,cost>+5% | at ',cost>+5%' (character 10): expected a gate such as p95>+10%",
                "p95>+1e9% | at 'e9%' (character 7): p95 is measured in %",
            })
    void shouldPointAtWhatIsWrong(String text, String message) {
        assertThatExceptionOfType(SyntaxException.class)
                .isThrownBy(() -> Gates.parse(text))
                .withMessageStartingWith(message.strip());
    }

    /** Whatever is typed, it is either read or refused with a message of one line. */
    @Property(tries = 500)
    void shouldReadOrRefuse(@ForAll @StringLength(max = 20) @CharRange(from = ' ', to = '~') String text) {
        try {
            assertThat(Gates.parse(text)).isNotEmpty();
        } catch (SyntaxException e) {
            assertThat(e.getMessage()).startsWith("at ").doesNotContain("\n");
        }
    }
}
