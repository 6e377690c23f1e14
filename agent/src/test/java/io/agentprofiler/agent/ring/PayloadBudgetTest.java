// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.ring;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.agent.ring.PayloadBudget.Admission;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PayloadBudgetTest {
    /** Assumed of an event of an unknown rule where the budget is small. */
    private static final int LEAST = 256;

    private final PayloadBudget budget = new PayloadBudget(100_000, true);
    private final Slot slot = new Slot();

    @Test
    void shouldLearnFastUpwardsAndSlowlyDownwards() {
        assertThat(reservedFor(false)).isEqualTo(LEAST);
        learnChars(10_000);
        assertThat(reservedFor(false)).isEqualTo(20_000);
        learnChars(20_000);
        assertThat(reservedFor(false)).isEqualTo(30_000);
        learnChars(3_000);
        assertThat(reservedFor(false)).isEqualTo(27_000);
        assertThat(reservedFor(true)).isEqualTo(LEAST);
    }

    /** One hundredth of a heap of 64 MiB, and the starts and ends of 500 calls that come before the writer has woken. */
    @Test
    void shouldTakeTheFirstCallsOfAProgramWithASmallHeap() {
        PayloadBudget small = new PayloadBudget((64 << 20) / 100, true);
        for (int i = 0; i < 500; i++) {
            assertThat(small.admit(Spans.CHAT, new Slot(), false)).isEqualTo(Admission.READ);
            assertThat(small.admit(Spans.CHAT, new Slot(), true)).isEqualTo(Admission.READ);
        }
    }

    @Test
    void shouldAssumeNoMoreOfUnknownRulesWhereTheHeapIsLarge() {
        PayloadBudget large = new PayloadBudget(1L << 30, true);
        large.admit(Spans.CHAT, slot, false);

        assertThat(slot.reserved).isEqualTo(4096);
    }

    @Test
    void shouldCountTheTextsThatAnUnknownRuleCaptures() {
        slot.a0 = "x".repeat(30_000);
        slot.result = "y".repeat(5_000);

        assertThat(budget.admit(Spans.CHAT, slot, false)).isEqualTo(Admission.SKIP_CONTENT);
        assertThat(slot.reserved).isEqualTo(LEAST + 70_000);
    }

    @Test
    void shouldCountHashedTextByItsLength() {
        budget.learn(
                Spans.CHAT,
                true,
                Map.of(
                        "agentprofiler.prompt.blocks",
                                Map.of("block_bytes", 64L, "bytes", 5_000L, "hash_chars", 8L, "hashes", "ab"),
                        "agentprofiler.content.output.messages", Map.of("chars", 300L, "hash", "cd"),
                        "gen_ai.response.finish_reasons", List.of("stop"),
                        "gen_ai.usage.input_tokens", 77L));
        assertThat(reservedFor(true)).isEqualTo(2 * 5_304);
    }

    @Test
    void shouldNotBookWhatIsSmall() {
        learnChars(127);
        assertThat(reservedFor(false)).isZero();
    }

    @Test
    void shouldAssumeContentItMayNotLookAt() {
        PayloadBudget blind = new PayloadBudget(100_000, false);
        blind.learn(Spans.CHAT, false, Map.of());
        blind.admit(Spans.CHAT, slot, false);
        assertThat(slot.reserved).isEqualTo(LEAST);
    }

    @Test
    void shouldGiveUpContentThenReferencesAndGetBackWhatIsReleased() {
        learnChars(20_000);
        Slot first = new Slot();
        Slot second = new Slot();
        assertThat(budget.admit(Spans.CHAT, first, false)).isEqualTo(Admission.READ);
        assertThat(budget.admit(Spans.CHAT, second, false)).isEqualTo(Admission.SKIP_CONTENT);
        assertThat(budget.admit(Spans.CHAT, slot, false)).isEqualTo(Admission.LET_GO);
        assertThat(slot.reserved).isZero();
        assertThat(budget.used()).isEqualTo(80_000);
        budget.release(first);
        budget.release(first);
        assertThat(budget.used()).isEqualTo(40_000);
        assertThat(budget.admit(Spans.CHAT, slot, false)).isEqualTo(Admission.SKIP_CONTENT);
        budget.release(second);
        budget.release(slot);
        assertThat(budget.used()).isZero();
    }

    private int reservedFor(boolean end) {
        budget.admit(Spans.CHAT, slot, end);
        int reserved = slot.reserved;
        budget.release(slot);
        return reserved;
    }

    private void learnChars(int chars) {
        budget.learn(Spans.CHAT, false, Map.of("text", "x".repeat(chars)));
    }
}
