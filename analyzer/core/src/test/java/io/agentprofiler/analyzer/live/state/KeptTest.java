// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.live.state;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.answer.report.page.Rows;
import io.agentprofiler.analyzer.answer.tokens.price.PriceList;
import io.agentprofiler.analyzer.testing.TestRun;
import io.agentprofiler.analyzer.trace.Trace;
import org.junit.jupiter.api.Test;

class KeptTest {
    private static final Rows ROWS = new Rows(PriceList.bundled());

    private static LiveWorkflow workflow(long number, long revision, LiveWorkflow.State state, String content) {
        Trace trace = TestRun.bare()
                .trace((int) number)
                .start((int) number * 10, 0, number, "agent", "plan", "\"agentprofiler.input\":\"" + content + "\"")
                .span((int) number * 10 + 1, (int) number * 10, number, number + 1, "llm", "chat")
                .end((int) number * 10, number + 2)
                .trace();
        return new LiveWorkflow(
                number, revision, state, trace, ROWS.of("run", trace, 10).head(), new byte[0]);
    }

    @Test
    void shouldKeepTheLastOfThoseThatAreOver() {
        Kept kept = new Kept(4, Long.MAX_VALUE);
        for (int i = 1; i <= 5; i++) {
            kept.put(workflow(i, i, LiveWorkflow.State.FINAL, ""));
        }

        assertThat(kept.newestFirst()).extracting(LiveWorkflow::number).containsExactly(5L, 4L);
        assertThat(kept.droppedWorkflows()).isEqualTo(3);
        assertThat(kept.droppedSpans()).isEqualTo(6);
        assertThat(kept.find(
                        workflow(5, 0, LiveWorkflow.State.FINAL, "").trace().id()))
                .isNotNull();
        assertThat(kept.find(
                        workflow(1, 0, LiveWorkflow.State.FINAL, "").trace().id()))
                .isNull();
        assertThat(kept.withSpan(51)).extracting(LiveWorkflow::number).containsExactly(5L);
        assertThat(kept.withSpan(11)).isEmpty();
    }

    @Test
    void shouldKeepWhatGoesOnHoweverMuchIsOver() {
        Kept kept = new Kept(2, Long.MAX_VALUE);
        kept.put(workflow(1, 1, LiveWorkflow.State.RUNNING, ""));
        for (int i = 2; i <= 5; i++) {
            kept.put(workflow(i, i, LiveWorkflow.State.FINAL, ""));
        }

        assertThat(kept.newestFirst()).extracting(LiveWorkflow::number).containsExactly(5L, 1L);
    }

    @Test
    void shouldCountPromptsAsMemory() {
        Kept kept = new Kept(Integer.MAX_VALUE, 100_000);
        for (int i = 1; i <= 5; i++) {
            kept.put(workflow(i, i, LiveWorkflow.State.FINAL, "x".repeat(30_000)));
        }

        assertThat(kept.newestFirst()).extracting(LiveWorkflow::number).containsExactly(5L);
    }

    @Test
    void shouldTellWhatIsNewerOnce() {
        Kept kept = new Kept(100, Long.MAX_VALUE);
        kept.put(workflow(1, 1, LiveWorkflow.State.RUNNING, ""));
        kept.put(workflow(2, 2, LiveWorkflow.State.RUNNING, ""));
        kept.put(workflow(1, 3, LiveWorkflow.State.FINAL, ""));

        assertThat(kept.since(0)).extracting(LiveWorkflow::revision).containsExactly(2L, 3L);
        assertThat(kept.since(2)).extracting(LiveWorkflow::number).containsExactly(1L);
        assertThat(kept.since(3)).isEmpty();
        assertThat(kept.latestFirst()).extracting(LiveWorkflow::revision).containsExactly(3L, 2L);
    }
}
