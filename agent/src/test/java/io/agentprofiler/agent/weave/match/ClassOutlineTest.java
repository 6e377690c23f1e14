// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.weave.match;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.agent.weave.WovenFixture;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.RandomAccess;
import org.junit.jupiter.api.Test;

class ClassOutlineTest {
    @Test
    void shouldReadSupertypes() throws Exception {
        ClassOutline outline = ClassOutline.of(WovenFixture.bytes(Sample.class));

        assertThat(outline.superName()).isEqualTo("java/util/ArrayList");
        assertThat(outline.interfaces()).containsExactly("java/util/RandomAccess", "java/io/Serializable");
    }

    @Test
    void shouldTellOfEveryMethodThatIsWanted() throws Exception {
        Collector all = new Collector(true);

        ClassOutline.of(WovenFixture.bytes(Sample.class)).methods(all);

        assertThat(all.seen).contains("1 first ()V", "9 second (I[JLjava/lang/String;)Ljava/util/List;");
    }

    @Test
    void shouldAskForNamesByTheHashOfTheString() throws Exception {
        Collector none = new Collector(false);

        ClassOutline.of(WovenFixture.bytes(Sample.class)).methods(none);

        assertThat(none.hashes).contains("first".hashCode(), "second".hashCode(), "<init>".hashCode());
        assertThat(none.seen).isEmpty();
        assertThat(none.hashed).containsExactly("(I[JLjava/lang/String;)Ljava/util/List;".hashCode());
    }

    @Test
    void shouldReadEveryClassOfTheJdkAndOfThisBuild() throws Exception {
        for (Class<?> type : List.of(Object.class, String.class, List.class, Thread.State.class, Test.class)) {
            ClassOutline outline = ClassOutline.of(WovenFixture.bytes(type));

            outline.methods(new Collector(true));
            assertThat(outline.superName())
                    .isEqualTo(type == Object.class ? null : superNameOf(type).replace('.', '/'));
        }
    }

    @Test
    void shouldRefuseOldAndBrokenClassFiles() throws Exception {
        byte[] old = WovenFixture.bytes(Sample.class);
        old[7] = 49;

        assertThat(ClassOutline.of(old)).isNull();
        assertThat(ClassOutline.of(new byte[100])).isNull();
        assertThat(ClassOutline.of(new byte[0])).isNull();
    }

    private static String superNameOf(Class<?> type) {
        return type.isInterface()
                ? Object.class.getName()
                : type.getSuperclass().getName();
    }

    private static final class Collector implements ClassOutline.MethodVisitor {
        private final boolean wanted;
        private final List<Integer> hashes = new ArrayList<>();
        private final List<Integer> hashed = new ArrayList<>();
        private final List<String> seen = new ArrayList<>();

        Collector(boolean wanted) {
            this.wanted = wanted;
        }

        @Override
        public boolean wantsHash(int nameHash) {
            return nameHash == "second".hashCode();
        }

        @Override
        public void hashed(int nameHash, int descriptorHash) {
            hashed.add(descriptorHash);
        }

        @Override
        public boolean wants(int nameHash) {
            hashes.add(nameHash);
            return wanted;
        }

        @Override
        public void method(int access, String name, String descriptor, int locals) {
            seen.add(access + " " + name + " " + descriptor);
        }
    }

    /** Has what moves offsets: fields, and constants of two entries. */
    static class Sample extends ArrayList<String> implements RandomAccess, Serializable {
        private static final long serialVersionUID = 1L << 40;
        static final double SHARE = 0.25;
        final String six = "sixsix";

        public void first() {
            add(six + SHARE + serialVersionUID);
        }

        public static List<String> second(int number, long[] numbers, String text) {
            return List.of(text);
        }
    }
}
