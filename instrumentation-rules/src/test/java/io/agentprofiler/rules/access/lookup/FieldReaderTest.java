// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.rules.access.lookup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agentprofiler.rules.access.lookup.FieldReaders.HandleReader;
import io.agentprofiler.rules.access.lookup.FieldReaders.MemoryReader;
import java.lang.reflect.Field;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Both ways to read a field read the same. The tests' JVM exports the package that one of them needs, as the agent does. */
class FieldReaderTest {
    enum Way {
        HANDLE {
            @Override
            FieldReader of(Field field) throws IllegalAccessException {
                field.setAccessible(true);
                return HandleReader.of(field);
            }
        },
        MEMORY {
            @Override
            FieldReader of(Field field) {
                return MemoryReader.of(field);
            }
        };

        abstract FieldReader of(Field field) throws IllegalAccessException;

        final FieldReader of(Class<?> in, String name) throws ReflectiveOperationException {
            return of(in.getDeclaredField(name));
        }
    }

    @SuppressWarnings("unused")
    private static class All {
        private final boolean truth = true;
        private final byte eight = -8;
        private final char letter = 'ä';
        private final short sixteen = -16;
        private final int thirtyTwo = Integer.MIN_VALUE;
        private final long sixtyFour = Long.MIN_VALUE;
        private final float single = 0.5f;
        private final double real = Math.PI;
        private final String text = "text";
        private final int[] numbers = {1, 2};
        private final Object absent = null;
        private volatile String changing = "before";
        private volatile long count = 1L << 40;
    }

    private static final class Below extends All {
        @SuppressWarnings("unused")
        private final String text = "hides the other";
    }

    private record Pair(String left, int right) {}

    @ParameterizedTest
    @EnumSource
    void shouldReadFieldsOfEveryType(Way way) throws Exception {
        All of = new All();

        assertThat(way.of(All.class, "truth").read(of)).isEqualTo(true);
        assertThat(way.of(All.class, "eight").read(of)).isEqualTo((byte) -8);
        assertThat(way.of(All.class, "letter").read(of)).isEqualTo('ä');
        assertThat(way.of(All.class, "sixteen").read(of)).isEqualTo((short) -16);
        assertThat(way.of(All.class, "thirtyTwo").read(of)).isEqualTo(Integer.MIN_VALUE);
        assertThat(way.of(All.class, "sixtyFour").read(of)).isEqualTo(Long.MIN_VALUE);
        assertThat(way.of(All.class, "single").read(of)).isEqualTo(0.5f);
        assertThat(way.of(All.class, "real").read(of)).isEqualTo(Math.PI);
        assertThat(way.of(All.class, "text").read(of)).isSameAs(of.text);
        assertThat(way.of(All.class, "numbers").read(of)).isSameAs(of.numbers);
        assertThat(way.of(All.class, "absent").read(of)).isNull();
        assertThat(way.of(All.class, "count").read(of)).isEqualTo(1L << 40);
        assertThat(way.of(All.class, "thirtyTwo").readInt(of)).isEqualTo(Integer.MIN_VALUE);
    }

    @ParameterizedTest
    @EnumSource
    void shouldReadWhatIsThereNow(Way way) throws Exception {
        All of = new All();
        FieldReader reader = way.of(All.class, "changing");

        of.changing = "after";

        assertThat(reader.read(of)).isEqualTo("after");
    }

    @ParameterizedTest
    @EnumSource
    void shouldReadTheDeclaredFieldOfASubclass(Way way) throws Exception {
        Below of = new Below();

        assertThat(way.of(All.class, "text").read(of)).isEqualTo("text");
        assertThat(way.of(Below.class, "text").read(of)).isEqualTo("hides the other");
    }

    @ParameterizedTest
    @EnumSource
    void shouldReadRecords(Way way) throws Exception {
        assertThat(way.of(Pair.class, "left").read(new Pair("a", 1))).isEqualTo("a");
        assertThat(way.of(Pair.class, "right").readInt(new Pair("a", 1))).isEqualTo(1);
    }

    @ParameterizedTest
    @EnumSource
    void shouldRefuseObjectsWithoutTheField(Way way) throws Exception {
        FieldReader text = way.of(Below.class, "text");
        FieldReader number = way.of(All.class, "thirtyTwo");

        assertThatThrownBy(() -> text.read(new All())).isInstanceOf(ClassCastException.class);
        assertThatThrownBy(() -> text.read("text")).isInstanceOf(ClassCastException.class);
        assertThatThrownBy(() -> number.readInt(List.of())).isInstanceOf(ClassCastException.class);
        assertThatThrownBy(() -> text.readInt(new Below())).isInstanceOf(ClassCastException.class);
    }

    @Test
    void shouldReadNothingOfNull() throws Exception {
        assertThatThrownBy(() -> Way.MEMORY.of(All.class, "text").read(null)).isInstanceOf(ClassCastException.class);
    }

    @Test
    void shouldReadClosedFieldsFromMemory() throws Exception {
        // java.util.concurrent is not open to the tests
        FieldReader reader = MemoryReader.of(CompletableFuture.class.getDeclaredField("result"));

        assertThat(reader.read(CompletableFuture.completedFuture("done"))).isEqualTo("done");
    }
}
