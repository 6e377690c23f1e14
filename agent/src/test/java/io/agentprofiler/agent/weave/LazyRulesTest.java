// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.weave;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agentprofiler.agent.weave.link.CallSiteLinker;
import io.agentprofiler.agent.weave.link.Replaying;
import io.agentprofiler.agent.weave.link.Switches;
import io.agentprofiler.agent.weave.match.LoadedFrameworks;
import io.agentprofiler.rules.compiled.ClassIndex;
import io.agentprofiler.rules.model.Rule;
import io.agentprofiler.rules.model.RuleFile;
import io.agentprofiler.rules.model.RunRules;
import io.agentprofiler.rules.parse.RuleParser;
import io.agentprofiler.rules.parse.json.RuleFileException;
import io.agentprofiler.rules.parse.rule.Origin;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Bundled files are read when a class is loaded that they may mean, and that class is woven. */
class LazyRulesTest {
    private static final String TYPE = LazyRulesTest.class.getName() + "$";

    /** What the rules mean. */
    public interface Handler {
        default void ready() {}

        void handle(String text);
    }

    /** Means the handler through a class between them, and names it nowhere. */
    public static class Handling extends Base {
        @Override
        public void handle(String text) {}
    }

    /** Stands between. */
    public abstract static class Base implements Handler {}

    /** A class of another file. */
    public static class Client {
        public void ask() {}
    }

    /** Has the handler's method and is none. */
    public static class Lookalike {
        public void handle(String text) {}
    }

    private final List<String> read = new ArrayList<>();
    private final RunRules rules = new RunRules();
    private final RuleWeaver weaver;

    LazyRulesTest() throws RuleFileException {
        RuleFile handlers = file(
                "handlers", "\"subtypeOf\": \"" + TYPE + "Handler\", \"method\": \"handle(java.lang.String):void\"");
        RuleFile off = file("off", "\"class\": \"" + TYPE + "Client\", \"method\": \"ask():void\"");
        RuleFile clients = file("clients", "\"class\": \"" + TYPE + "Client\", \"method\": \"ask():void\"");
        rules.addFile(1, () -> read(handlers));
        rules.addFile(0, () -> read(off));
        rules.addFile(1, () -> read(clients));
        weaver = new RuleWeaver(
                rules,
                ClassIndex.of(List.of(handlers, off, clients)),
                null,
                new Switches(rules.size()),
                WovenFixture.bootstrap(),
                new CallSiteLinker(0),
                new LoadedFrameworks(List.of()),
                opened -> true,
                Replaying.OFF);
    }

    @Test
    void shouldReadNothingForClassesThatNoRuleMeans() throws IOException {
        assertThat(isWoven(LazyRulesTest.class)).isFalse();
        assertThat(isWoven(Lookalike.class)).isFalse();

        assertThat(read).isEmpty();
    }

    @Test
    void shouldWeaveTheFirstClassThatAFileMeans() throws IOException {
        assertThat(isWoven(Client.class)).isTrue();
        assertThat(isWoven(Client.class)).isTrue();

        assertThat(read).containsExactly("clients");
        assertThat(weaver.wovenTypes(1)).isEqualTo(1);
        assertThat(rules.nextRead(0)).isEqualTo(1);
    }

    @Test
    void shouldWeaveASubtypeThatIsLoadedBeforeItsSupertypes() throws IOException {
        assertThat(isWoven(Handling.class)).isTrue();

        assertThat(read).containsExactly("handlers");
    }

    @Test
    void shouldFindClassesThatWereLoadedBefore() {
        assertThat(weaver.missedAmong(new Class<?>[] {Lookalike.class, Handling.class, Client.class}))
                .containsExactly(Handling.class, Client.class);

        assertThat(read).containsExactly("handlers", "clients");
    }

    @Test
    void shouldLeaveAClassAsItIsWhoseRulesCannotBeRead() {
        RunRules broken = new RunRules();
        broken.addFile(2, List::of);

        assertThatThrownBy(() -> broken.read(0))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("found 0 rules where the index has 2");
        assertThat(broken.isRead(0)).isFalse();
    }

    private boolean isWoven(Class<?> type) throws IOException {
        return weaver.transform(
                        null,
                        type.getClassLoader(),
                        type.getName().replace('.', '/'),
                        null,
                        null,
                        WovenFixture.bytes(type))
                != null;
    }

    private List<Rule> read(RuleFile file) {
        read.add(file.name());
        return file.rules();
    }

    private static RuleFile file(String name, String match) throws RuleFileException {
        return RuleParser.parse(name + ".json", """
                {"format": "agent-profiler-rules/1", "packages": [], "rules": [{"id": "call", "kind": "tool", "match": {%s}}]}
                """.formatted(match), Origin.USER);
    }
}
