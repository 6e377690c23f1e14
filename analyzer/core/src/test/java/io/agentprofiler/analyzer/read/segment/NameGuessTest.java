// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.read.segment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import io.agentprofiler.analyzer.read.event.AttributeSet;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class NameGuessTest {
    private final NameGuess names = new NameGuess();
    private final NameGuess.Name before = NameGuess.beforeFirst();

    @Test
    void shouldGuessTheNameThatCameAfterLast() {
        NameGuess.Name a = names.after(before, "a");
        NameGuess.Name b = names.after(a, "b");
        assertThat(before.next).isSameAs(a);
        assertThat(a.next).isSameAs(b);
        assertThat(b.next).isNull();

        NameGuess.Name c = names.after(a, "c");
        assertThat(a.next).isSameAs(c);
        assertThat(names.after(c, "a")).as("known from before").isSameAs(a);
        assertThat(a.next).as("whatever came before it").isSameAs(c);
    }

    @Test
    void shouldGuessNothingAtFirst() {
        assertThat(before.next).isNull();
    }

    @Test
    void shouldKeepFirstNamesApart() {
        NameGuess.Name other = NameGuess.beforeFirst();
        NameGuess.Name a = names.after(before, "a");
        NameGuess.Name b = names.after(other, "b");

        assertThat(before.next).isSameAs(a);
        assertThat(other.next).isSameAs(b);
    }

    @Test
    void shouldCompareANameWithAllThatIsAroundIt() {
        assertThat(names.after(before, "gen_ai.system").bytes).asString().isEqualTo("\"gen_ai.system\":");
        assertThat(names.after(before, "").bytes).asString().isEqualTo("\"\":");
    }

    @Test
    void shouldKnowWhatNamesContent() {
        assertThat(names.after(before, "gen_ai.input.messages").content).isTrue();
        assertThat(names.after(before, "gen_ai.input.message").content).isFalse();
    }

    @Test
    void shouldKnowNoMoreThanTheFirstThousandAgain() {
        NameGuess.Name last = before;
        for (int i = 0; i < 1001; i++) {
            last = names.after(last, "n" + i);
            assertThat(last.text).isEqualTo("n" + i);
        }
        NameGuess.Name thousandth = names.after(last, "n999");
        assertThat(names.after(thousandth, "n999")).isSameAs(thousandth);
        assertThat(thousandth.next).isSameAs(thousandth);

        NameGuess.Name again = names.after(thousandth, "n1000");
        assertThat(again).isNotSameAs(last);
        assertThat(again.text).as("the name is right all the same").isEqualTo("n1000");
        assertThat(thousandth.next).isSameAs(again);
    }

    /** The same reader for all, so that every line but the first is read with guesses, most of them wrong. */
    @Test
    void shouldReadTheNamesThatAreThereWhateverWasGuessed() {
        String longest = "n".repeat(JsonValues.MAX_POOLED + 10);
        PlainValues values = new PlainValues(false, new TextPool());

        assertThat(read(values, "\"gen\":1,\"gen_ai\":2}")).containsExactly(entry("gen", 1L), entry("gen_ai", 2L));
        assertThat(read(values, "\"gen_ai\":1,\"gen\":2}")).containsExactly(entry("gen_ai", 1L), entry("gen", 2L));
        assertThat(read(values, "\"gen_ai.system\":1,\"gen_a\":2}"))
                .containsExactly(entry("gen_ai.system", 1L), entry("gen_a", 2L));
        assertThat(read(values, "\"g\":1}")).containsExactly(entry("g", 1L));
        assertThat(read(values, "\"\":1,\"g\":2}")).containsExactly(entry("", 1L), entry("g", 2L));
        assertThat(read(values, "\"" + longest + "\":1,\"\":2}")).containsExactly(entry(longest, 1L), entry("", 2L));
        assertThat(read(values, "\"" + longest + "\":1,\"\":2}"))
                .as("guessed right")
                .containsExactly(entry(longest, 1L), entry("", 2L));
        assertThat(read(values, "\"" + longest + "n\":1}")).containsExactly(entry(longest + "n", 1L));
        assertThat(read(values, "}")).isEmpty();
    }

    @Test
    void shouldLeaveOutContentWhetherItsNameWasGuessedOrNot() {
        PlainValues without = new PlainValues(false, new TextPool());
        PlainValues with = new PlainValues(true, new TextPool());
        String line = "\"a\":1,\"gen_ai.input.messages\":\"hello\",\"b\":2}";

        for (int i = 0; i < 2; i++) {
            assertThat(read(without, line)).containsExactly(entry("a", 1L), entry("b", 2L));
            assertThat(read(with, line))
                    .containsExactly(entry("a", 1L), entry("gen_ai.input.messages", "hello"), entry("b", 2L));
        }
    }

    @Test
    void shouldNotFindAGuessedNameBehindTheEndOfTheBlock() {
        PlainValues values = new PlainValues(false, new TextPool());
        read(values, "\"name\":1}");

        byte[] block = "\"name\":1}".getBytes(StandardCharsets.US_ASCII);
        IntStream.range(1, "\"name\":".length()).forEach(to -> {
            values.begin(block, 0, to);
            assertThatThrownBy(() -> values.attributes(before)).isSameAs(PlainValues.NOT_PLAIN);
        });
    }

    private Iterable<Map.Entry<String, Object>> read(PlainValues values, String attributes) {
        byte[] block = (attributes + "\n").getBytes(StandardCharsets.US_ASCII);
        values.begin(block, 0, block.length);
        AttributeSet read = values.attributes(before);
        assertThat(values.place()).as("behind the brace").isEqualTo(block.length - 1);
        return read;
    }
}
