// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.engine.call;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.rules.parse.RuleParser;
import io.agentprofiler.rules.parse.json.RuleFileException;
import io.agentprofiler.rules.parse.rule.Origin;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Copies of arguments that change: made on the application's thread, where nothing of it is to run and nothing is to wait. */
class ArgumentCopierTest {
    private final ArgumentCopier snapshot = snapshot();

    @Test
    void shouldCopyWhatTheJdkMakes() {
        List<String> list = new ArrayList<>(List.of("a"));
        Map<String, String> map = new HashMap<>(Map.of("k", "v"));
        String[] array = {"a"};

        Object copiedList = snapshot.copy(0, list);
        Object copiedMap = snapshot.copy(0, map);
        Object copiedArray = snapshot.copy(0, array);
        Object notMeant = snapshot.copy(1, list);
        list.add("b");
        map.clear();
        array[0] = "b";

        assertThat(copiedList).isEqualTo(List.of("a"));
        assertThat(copiedMap).isEqualTo(Map.of("k", "v"));
        assertThat((Object[]) copiedArray).containsExactly("a");
        assertThat(notMeant).isSameAs(list);
    }

    @Test
    void shouldAskNothingOfCollectionsAndKeysOfTheApplication() {
        AtomicInteger ran = new AtomicInteger();
        List<String> own = new ArrayList<>(List.of("a")) {
            private static final long serialVersionUID = 1;

            @Override
            public Object[] toArray() {
                ran.incrementAndGet();
                return super.toArray();
            }
        };
        Map<Object, String> byKey = new HashMap<>();
        byKey.put(
                new Object() {
                    @Override
                    public int hashCode() {
                        return ran.incrementAndGet();
                    }
                },
                "v");
        ran.set(0);

        assertThat(snapshot.copy(0, own)).isSameAs(own);
        assertThat(((Map<?, ?>) snapshot.copy(0, byKey)).values()).hasToString("[v]");
        assertThat(ran).hasValue(0);
    }

    @Test
    void shouldNotWaitForALockOfTheApplication() throws InterruptedException {
        List<String> locked = Collections.synchronizedList(new ArrayList<>(List.of("a")));
        Object[] copied = new Object[1];
        Thread other = new Thread(() -> copied[0] = snapshot.copy(0, locked));

        synchronized (locked) {
            other.start();
            other.join();
        }

        assertThat(copied[0]).isEqualTo(List.of("a"));
    }

    private static ArgumentCopier snapshot() {
        try {
            return ArgumentCopier.of(
                    RuleParser.parse("acme.json", """
                    {"format": "agent-profiler-rules/1", "packages": ["com.acme."], "rules": [
                     {"id": "r", "snapshot": [0], "match": {"class": "com.acme.A", "method": "m(java.util.List,java.util.List):void"}}]}
                    """, Origin.USER).rules().get(0));
        } catch (RuleFileException e) {
            throw new AssertionError(e);
        }
    }
}
