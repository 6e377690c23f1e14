// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.engine.call;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.agent.context.Span;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TraceParentTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
                "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-ff",
                "cc-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
                "cc-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01-what-the-future-will-be-like"
            })
    void shouldReadTheCaller(String header) {
        Span caller = TraceParent.read(header);
        assertThat(caller.traceHigh).isEqualTo(0x0af7651916cd43ddL);
        assertThat(caller.traceLow).isEqualTo(0x8448eb211c80319cL);
        assertThat(caller.id).isEqualTo(0xb7ad6b7169203331L);
        assertThat(caller.rule).isNull();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-00",
                "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-02"
            })
    void shouldSeeThatTheCallerDoesNotRecord(String header) {
        assertThat(TraceParent.read(header)).isSameAs(Span.UNSAMPLED);
    }

    @Test
    void shouldReadIdsOfWhichOneHalfIsZero() {
        assertThat(TraceParent.read("00-00000000000000000000000000000001-b7ad6b7169203331-01").traceLow)
                .isEqualTo(1);
        assertThat(TraceParent.read("00-80000000000000000000000000000000-b7ad6b7169203331-01").traceHigh)
                .isEqualTo(Long.MIN_VALUE);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "00",
                "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331",
                "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-0",
                "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01-more",
                "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01 ",
                " 00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
                "00-0AF7651916CD43DD8448EB211C80319C-b7ad6b7169203331-01",
                "00-0af7651916cd43dd8448eb211c80319c-B7AD6B7169203331-01",
                "00-00000000000000000000000000000000-b7ad6b7169203331-01",
                "00-0af7651916cd43dd8448eb211c80319c-0000000000000000-01",
                "00_0af7651916cd43dd8448eb211c80319c_b7ad6b7169203331_01",
                "00-0af7651916cd43dd8448eb211c80319-cb7ad6b7169203331-01",
                "00-0af7651916cd43dd8448eb211c80319g-b7ad6b7169203331-01",
                "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-0g",
                "ff-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
                "cc-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01.more",
                "0g-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
            })
    void shouldTakeAnythingElseForNoHeader(String text) {
        assertThat(TraceParent.read(text)).isNull();
    }

    @Test
    void shouldTakeWhatIsNoTextForNoHeader() {
        assertThat(TraceParent.read(null)).isNull();
        assertThat(TraceParent.read(7)).isNull();
    }
}
