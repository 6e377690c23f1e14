// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.weave;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agentprofiler.agent.weave.match.TestRules;
import io.agentprofiler.rules.model.Match.By;
import io.agentprofiler.rules.model.Role;
import io.agentprofiler.rules.model.Rule;
import io.agentprofiler.rules.model.Shape;
import io.agentprofiler.rules.path.root.Roots;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.URI;
import java.net.URL;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import net.bytebuddy.ByteBuddy;
import org.junit.jupiter.api.Test;

class RuleWeaverTest {
    @Test
    void shouldPassNothingThatTheRuleDoesNotRead() throws Exception {
        WovenFixture fixture = new WovenFixture(TestRules.rule(By.CLASS, name(Calculator.class), "add(int,long):long"));

        assertThat(call(fixture, Calculator.class, "add", 2, 40L)).isEqualTo(42L);

        assertThat(fixture.calls)
                .containsExactly(
                        "enter 0 add - [null, null, null, null, null, null, null, null]", "exit 0 handle 0 null null");
    }

    @Test
    void shouldReplaceTheArgumentThatBringsElements() throws Exception {
        WovenFixture fixture = new WovenFixture(
                TestRules.given(
                        1, name(Calculator.class), "told(long,java.lang.String,java.util.List):java.lang.String"),
                TestRules.rule(
                        By.CLASS,
                        name(Calculator.class),
                        "told(long,java.lang.String,java.util.List):java.lang.String"));
        Class<?> woven = fixture.load(Calculator.class);
        fixture.replacement = result -> result == null ? "another" : result;

        assertThat(invoke(woven, "told", 7L, "given", List.of("b"))).isEqualTo("7 another [b]");

        assertThat(fixture.calls.subList(0, 3))
                .containsExactly(
                        "enter 0 told - [null, given, null, null, null, null, null, null]",
                        "enter 1 told - [null, null, null, null, null, null, null, null]",
                        "give 0 handle 0");
    }

    @Test
    void shouldLeaveTheArgumentWhereNothingCanStandForItOrTheRuleIsOff() throws Exception {
        WovenFixture fixture = new WovenFixture(TestRules.given(
                1, name(Calculator.class), "told(long,java.lang.String,java.util.List):java.lang.String"));
        Class<?> woven = fixture.load(Calculator.class);

        assertThat(invoke(woven, "told", 7L, "given", List.of())).isEqualTo("7 given []");
        fixture.replacement = result -> 17;
        assertThat(invoke(woven, "told", 7L, "given", List.of())).isEqualTo("7 given []");
        fixture.switches.disable(0, "test");
        fixture.replacement = result -> "another";
        assertThat(invoke(woven, "told", 7L, "given", List.of())).isEqualTo("7 given []");
        assertThat(invoke(woven, "told", 7L, null, List.of())).isEqualTo("7 null []");
    }

    @Test
    void shouldWeaveOfTheJdkOnlyClassesThatARuleNames() throws Exception {
        WovenFixture fixture = new WovenFixture(
                TestRules.rule(By.CLASS, "java.net.URI", "getHost():java.lang.String"),
                TestRules.rule(By.SUBTYPE, "java.lang.Object", "getHost():java.lang.String"));

        assertThat(fixture.weaver.transform(null, null, "java/net/URI", null, null, WovenFixture.bytes(URI.class)))
                .isNotNull();
        assertThat(fixture.weaver.transform(null, null, "java/net/URL", null, null, WovenFixture.bytes(URL.class)))
                .isNull();
        assertThat(fixture.weaver.wovenAmong(new Class<?>[] {URI.class, URL.class}))
                .containsExactly(URI.class);
    }

    /** A method that runs since before the agent was taken out may reach a site for the first time after the next one came. */
    @Test
    void shouldLeaveSitesOfAnEarlierSessionWithoutEffect() throws Exception {
        WovenFixture before = new WovenFixture(TestRules.rule(By.CLASS, name(Calculator.class), "add(int,long):long"));
        Class<?> woven = before.load(Calculator.class);
        WovenFixture after =
                WovenFixture.inSession(1, TestRules.rule(By.CLASS, name(Calculator.class), "add(int,long):long"));

        assertThat(invoke(woven, "add", 2, 40L)).isEqualTo(42L);
        assertThat(before.calls).isEmpty();
        assertThat(after.calls).isEmpty();

        assertThat(call(after, Calculator.class, "add", 2, 40L)).isEqualTo(42L);
        assertThat(after.calls).hasSize(2);
    }

    @Test
    void shouldLinkAndCallSitesAheadOfTheApplication() throws Exception {
        WovenFixture fixture = new WovenFixture(
                TestRules.rule(By.CLASS, name(Calculator.class), "add(int,long):long"),
                rule(new Roots(false, Set.of(0), true, false, Set.of()), Shape.AUTO, "text():java.lang.String"));

        fixture.weaver.warmUpLinking(1);

        assertThat(Set.copyOf(fixture.calls))
                .containsExactlyInAnyOrder(
                        "enter 1 object - [null, null, null, null, null, null, null, null]",
                        "exit 1 handle 1 null null",
                        "enter 1 number - [0, null, null, null, null, null, null, null]",
                        "exit 1 handle 1 0 null");
        assertThat(fixture.weaver.woven()).isEmpty();
        assertThat(fixture.weaver.wovenTypes(1)).isZero();
    }

    @Test
    void shouldKnowWhichClassesItHasWoven() throws Exception {
        WovenFixture fixture = new WovenFixture(TestRules.rule(By.CLASS, name(Calculator.class), "add(int,long):long"));
        Class<?> woven = fixture.load(Calculator.class);

        assertThat(fixture.weaver.wovenAmong(new Class<?>[] {String.class, Calculator.class, woven}))
                .isEqualTo(List.of(woven));
    }

    /** What a class loader of the application knows of supertypes is asked of nobody: it is known when a site is linked. */
    @Test
    void shouldMeanSubtypesWithoutAskingAClassLoaderOfTheApplication() throws Exception {
        WovenFixture fixture =
                new WovenFixture(TestRules.rule(By.SUBTYPE, name(Named.class), "name():java.lang.String"));

        assertThat(call(fixture, Meant.class, "name")).isEqualTo("meant");
        assertThat(call(fixture, Foreign.class, "name")).isEqualTo("foreign");
        assertThat(call(fixture, OfTheJdk.class, "name")).isEqualTo("plain");

        assertThat(fixture.calls).hasSize(2).first().asString().startsWith("enter 0 name");
        assertThat(fixture.asked).isZero();
        assertThat(fixture.weaver.woven()).hasSize(2);
    }

    @Test
    void shouldBoxWhatTheRuleReads() throws Exception {
        Roots reads = new Roots(true, Set.of(0, 1, 5), true, false, Set.of());
        WovenFixture fixture = new WovenFixture(rule(reads, Shape.CALL, "add(int,long):long"));

        assertThat(call(fixture, Calculator.class, "add", 2, 40L)).isEqualTo(42L);

        assertThat(fixture.calls)
                .containsExactly(
                        "enter 0 add Calculator [2, 40, null, null, null, null, null, null]",
                        "exit 0 handle 0 42 null");
    }

    @Test
    void shouldTellWhatWasThrownAndLetItThrough() throws Exception {
        Roots reads = new Roots(false, Set.of(), true, true, Set.of());
        WovenFixture fixture = new WovenFixture(rule(reads, Shape.CALL, "fail():java.lang.String"));

        assertThatThrownBy(() -> call(fixture, Calculator.class, "fail"))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("no");

        assertThat(fixture.calls).last().isEqualTo("exit 0 handle 0 null java.lang.IllegalStateException: no");
    }

    @Test
    void shouldReplaceTheResultOfAStreamedShape() throws Exception {
        Roots reads = new Roots(false, Set.of(), true, false, Set.of());
        WovenFixture fixture = new WovenFixture(rule(reads, Shape.AUTO, "text():java.lang.String"));
        fixture.replacement = result -> "[" + result + "]";

        assertThat(call(fixture, Calculator.class, "text")).isEqualTo("[hello]");
    }

    @Test
    void shouldKeepTheResultWhenTheReplacementHasAnotherType() throws Exception {
        Roots reads = new Roots(false, Set.of(), true, false, Set.of());
        WovenFixture fixture = new WovenFixture(rule(reads, Shape.AUTO, "text():java.lang.String"));
        fixture.replacement = result -> 17;

        assertThat(call(fixture, Calculator.class, "text")).isEqualTo("hello");
    }

    @Test
    void shouldWeaveStaticMethodsAndPrimitiveResultsOfAnyShape() throws Exception {
        Roots reads = new Roots(true, Set.of(0), true, false, Set.of());
        WovenFixture fixture = new WovenFixture(rule(reads, Shape.AUTO, "twice(int):int"));

        assertThat(call(fixture, Calculator.class, "twice", 4)).isEqualTo(8);

        assertThat(fixture.calls)
                .containsExactly(
                        "enter 0 twice - [4, null, null, null, null, null, null, null]", "exit 0 handle 0 8 null");
    }

    @Test
    void shouldApplyTheFirstRuleOutermost() throws Exception {
        Rule rule = TestRules.rule(By.CLASS, name(Calculator.class), "text()");
        WovenFixture fixture = new WovenFixture(rule, rule);

        assertThat(call(fixture, Calculator.class, "text")).isEqualTo("hello");

        assertThat(fixture.calls)
                .extracting(line -> line.substring(0, 7))
                .containsExactly("enter 0", "enter 1", "exit 1 ", "exit 0 ");
    }

    @Test
    void shouldNameTheAnnotationsOfParameters() throws Exception {
        Roots reads = new Roots(false, Set.of(), false, false, Set.of(Id.class.getName()));
        WovenFixture fixture = new WovenFixture(rule(reads, Shape.CALL, "annotated(..)"));

        call(fixture, Calculator.class, "annotated", "a", "b");

        assertThat(fixture.calls)
                .first()
                .isEqualTo("enter 0 annotated - [a, b, null, null, null, null, null, null][[], [" + Id.class.getName()
                        + "]]");
    }

    @Test
    void shouldWeaveDefaultMethodsAndOverridesBelowAnInterface() throws Exception {
        WovenFixture fixture =
                new WovenFixture(TestRules.rule(By.SUBTYPE, name(Model.class), "chat(java.lang.String)"));

        assertThat(transformed(fixture, Model.class)).isTrue();
        assertThat(transformed(fixture, OverridingModel.class)).isTrue();
        assertThat(transformed(fixture, DistantModel.class)).isTrue();
        assertThat(transformed(fixture, InheritingModel.class)).isFalse();
        assertThat(transformed(fixture, Unrelated.class)).isFalse();
        assertThat(fixture.weaver.wovenTypes(0)).isEqualTo(3);
    }

    @Test
    void shouldLeaveExceptedClassesAlone() throws Exception {
        WovenFixture fixture = new WovenFixture(TestRules.rule(
                By.SUBTYPE,
                name(Model.class),
                List.of(name(OverridingModel.class)),
                Roots.NONE,
                Shape.CALL,
                "chat(java.lang.String)"));

        assertThat(transformed(fixture, OverridingModel.class)).isFalse();
        assertThat(transformed(fixture, DistantModel.class)).isTrue();
    }

    @Test
    void shouldWeaveEveryClassBelowAPrefix() throws Exception {
        WovenFixture fixture = new WovenFixture(TestRules.rule(By.PREFIX, name(RuleWeaverTest.class) + "$Over", "*"));

        assertThat(transformed(fixture, OverridingModel.class)).isTrue();
        assertThat(transformed(fixture, DistantModel.class)).isFalse();
    }

    @Test
    void shouldSeeNoOperationInClassesMadeAtRunTime() throws Exception {
        for (Role role : List.of(Role.SPAN, Role.OPEN)) {
            WovenFixture fixture = new WovenFixture(
                    TestRules.rule(role, By.SUBTYPE, name(Model.class), "chat(java.lang.String)"),
                    TestRules.rule(role, By.PREFIX, name(RuleWeaverTest.class), "chat"));

            assertThat(transformedAs(fixture, OverridingModel.class, "$$SpringCGLIB$$0"))
                    .isFalse();
            assertThat(transformedAs(fixture, OverridingModel.class, "$MockitoMock$khJS7S9l"))
                    .isFalse();
            assertThat(transformedAs(fixture, OverridingModel.class, "")).isTrue();
        }
    }

    @Test
    void shouldSeeTheEndOfAnOperationInCallbacksMadeAtRunTime() throws Exception {
        for (Role role : EnumSet.complementOf(EnumSet.of(Role.SPAN, Role.OPEN))) {
            WovenFixture fixture =
                    new WovenFixture(TestRules.rule(role, By.SUBTYPE, name(Model.class), "chat(java.lang.String)"));

            assertThat(transformedAs(fixture, OverridingModel.class, "$MockitoMock$khJS7S9l"))
                    .as(role.toString())
                    .isTrue();
        }
    }

    @Test
    void shouldGoSilentWhenTheRuleIsSwitchedOff() throws Exception {
        WovenFixture fixture = new WovenFixture(TestRules.rule(By.CLASS, name(Calculator.class), "text()"));
        Class<?> woven = fixture.load(Calculator.class);
        invoke(woven, "text");
        fixture.calls.clear();

        assertThat(fixture.switches.disable(0, "too many faults")).isTrue();

        assertThat(invoke(woven, "text")).isEqualTo("hello");
        assertThat(fixture.calls).isEmpty();
        assertThat(fixture.switches.reason(0)).isEqualTo("too many faults");
        assertThat(fixture.switches.disable(0, "again")).isFalse();
    }

    @Test
    void shouldLinkASiteThatWasFirstReachedAtTheEndOfTheStackWhenItIsReachedAgain() throws Exception {
        WovenFixture fixture = new WovenFixture(TestRules.rule(By.CLASS, name(Calculator.class), "text()"));
        Class<?> woven = fixture.load(Calculator.class);
        fixture.overflows = 2;
        assertThat(invoke(woven, "text")).isEqualTo("hello");
        assertThat(fixture.calls).isEmpty();

        assertThat(invoke(woven, "text")).isEqualTo("hello");

        assertThat(fixture.calls)
                .containsExactly(
                        "enter 0 text - [null, null, null, null, null, null, null, null]", "exit 0 handle 0 null null");
    }

    @Test
    void shouldLinkSilentSitesWhenTheRuleWasSwitchedOffBefore() throws Exception {
        WovenFixture fixture = new WovenFixture(TestRules.rule(By.CLASS, name(Calculator.class), "text()"));
        fixture.switches.disableAll("stopped");

        assertThat(call(fixture, Calculator.class, "text")).isEqualTo("hello");

        assertThat(fixture.calls).isEmpty();
    }

    private static Rule rule(Roots reads, Shape shape, String signature) {
        return TestRules.rule(By.CLASS, name(Calculator.class), List.of(), reads, shape, signature);
    }

    private static String name(Class<?> type) {
        return type.getName();
    }

    private static boolean transformed(WovenFixture fixture, Class<?> type) throws Exception {
        String internal = type.getName().replace('.', '/');
        return fixture.weaver.transform(
                        null, RuleWeaverTest.class.getClassLoader(), internal, null, null, WovenFixture.bytes(type))
                != null;
    }

    /** As a class of the same content whose name ends otherwise. */
    private static boolean transformedAs(WovenFixture fixture, Class<?> type, String suffix) throws Exception {
        String internal = type.getName().replace('.', '/') + suffix;
        byte[] renamed = new ByteBuddy()
                .redefine(type)
                .name(type.getName() + suffix)
                .make()
                .getBytes();
        return fixture.weaver.transform(null, RuleWeaverTest.class.getClassLoader(), internal, null, null, renamed)
                != null;
    }

    private static Object call(WovenFixture fixture, Class<?> type, String method, Object... arguments)
            throws Exception {
        return invoke(fixture.load(type), method, arguments);
    }

    private static Object invoke(Class<?> type, String name, Object... arguments) throws Exception {
        for (Method method : type.getDeclaredMethods()) {
            if (method.getName().equals(name)) {
                method.setAccessible(true);
                try {
                    return method.invoke(type.getDeclaredConstructor().newInstance(), arguments);
                } catch (InvocationTargetException e) {
                    throw (Exception) e.getCause();
                }
            }
        }
        throw new NoSuchMethodException(name);
    }

    @Retention(RetentionPolicy.RUNTIME)
    @interface Id {}

    public static class Calculator {
        public Calculator() {}

        long add(int a, long b) {
            return a + b;
        }

        String fail() {
            throw new IllegalStateException("no");
        }

        String text() {
            return "hello";
        }

        String told(long first, String second, List<String> third) {
            if (first < 0) {
                throw new IllegalArgumentException(second);
            }
            return first + " " + second + " " + third;
        }

        static int twice(int x) {
            return 2 * x;
        }

        void annotated(String first, @Id String second) {}
    }

    interface Model {
        default String chat(String prompt) {
            return prompt;
        }
    }

    static class OverridingModel implements Model {
        @Override
        public String chat(String prompt) {
            return "over";
        }
    }

    static class InheritingModel implements Model {}

    static class DistantModel extends InheritingModel {
        @Override
        public String chat(String prompt) {
            return "far";
        }
    }

    static class Unrelated {
        public String chat(String prompt) {
            return prompt;
        }
    }

    /** A framework's interface. */
    public interface Named {
        String name();
    }

    /** A type of the application in between. */
    public abstract static class Base implements Named {}

    /** A subtype. */
    public static final class Meant extends Base {
        @Override
        public String name() {
            return "meant";
        }
    }

    /** Of another type, with a method of the same name. */
    public static class Other {
        public String name() {
            return "other";
        }
    }

    /** No subtype, but nobody can know that before it is loaded. */
    public static final class Foreign extends Other {
        @Override
        public String name() {
            return "foreign";
        }
    }

    /** Has supertypes of the JDK only. */
    public static final class OfTheJdk implements AutoCloseable {
        public String name() {
            return "plain";
        }

        @Override
        public void close() {}
    }
}
