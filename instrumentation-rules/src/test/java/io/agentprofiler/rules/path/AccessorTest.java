// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.rules.path;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.Method;
import java.net.MalformedURLException;
import java.net.URL;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** Which method a name stands for, on which classes. */
class AccessorTest {
    @Test
    void shouldTryTheSpellingsInOrder() {
        TestCall call = TestCall.of(new Spellings());

        assertThat(read("arg0.plain", call)).isEqualTo("plain()");
        assertThat(read("arg0.bean", call)).isEqualTo("getBean()");
        assertThat(read("arg0.flag", call)).isEqualTo(true);
        assertThat(read("arg0.boxed", call)).isEqualTo(false);
        assertThat(read("arg0.both", call)).isEqualTo("both()");
        assertThat(read("arg0.getBoth", call)).isEqualTo("getBoth()");
        assertThat(call.unresolved).isEmpty();
    }

    @Test
    void shouldNotTakeOtherMethodsForAccessors() {
        TestCall call = TestCall.of(new Spellings());

        assertThat(read("arg0.nothing", call)).isNull();
        assertThat(read("arg0.shared", call)).isNull();
        assertThat(read("arg0.asked", call)).isNull();
        assertThat(read("arg0.word", call)).isNull();
        assertThat(read("arg0.bean()", call)).isNull();
        String name = Spellings.class.getName();
        assertThat(call.unresolved)
                .containsExactly(
                        "arg0.nothing | " + name + " | nothing",
                        "arg0.shared | " + name + " | shared",
                        "arg0.asked | " + name + " | asked",
                        "arg0.word | " + name + " | word",
                        "arg0.bean() | " + name + " | bean()");
    }

    @Test
    void shouldGiveAMethodTheTextOfThePath() {
        TestCall call = TestCall.of(new Headers(), Map.of("x", 1));

        assertThat(read("arg0.header('x-id')", call)).isEqualTo("header x-id");
        assertThat(read("arg0.chars('x')", call)).isEqualTo("chars x");
        assertThat(read("arg0.attribute('x')", call)).isEqualTo("attribute x");
        assertThat(read("arg0.closest('x')", call)).isEqualTo("text x");
        assertThat(read("arg0.maybe('x')", call)).isEqualTo("x");
        assertThat(read("arg1.get('x')", call)).isEqualTo(1);
        assertThat(read("arg1.get('y')", call)).isNull();
        assertThat(read("arg0.none('x')?", call)).isNull();
        assertThat(call.unresolved).isEmpty();

        assertThat(read("arg0.number('1')", call)).isNull();
        assertThat(read("arg0.header", call)).isNull();
        assertThat(read("arg0.header()", call)).isNull();
        assertThat(call.unresolved)
                .containsExactly(
                        "arg0.number('1') | " + Headers.class.getName() + " | number()",
                        "arg0.header | " + Headers.class.getName() + " | header",
                        "arg0.header() | " + Headers.class.getName() + " | header()");
    }

    /** Methods that take something. */
    static final class Headers {
        String header(String name) {
            return "header " + name;
        }

        String chars(CharSequence name) {
            return "chars " + name;
        }

        String attribute(Object name) {
            return "attribute " + name;
        }

        String closest(Object name) {
            return "object " + name;
        }

        String closest(String name) {
            return "text " + name;
        }

        Optional<String> maybe(String name) {
            return Optional.of(name);
        }

        String number(int number) {
            return "number " + number;
        }
    }

    @Test
    void shouldReadRecordsOfAnyVisibility() {
        record Local(String model, int tokens) {}
        TestCall call = TestCall.of(new Local("gpt", 3));

        assertThat(read("arg0.model", call)).isEqualTo("gpt");
        assertThat(read("arg0.tokens", call)).isEqualTo(3);
    }

    @Test
    void shouldReadInheritedAndDefaultMethods() {
        TestCall call = TestCall.of(new Child());

        assertThat(read("arg0.name", call)).isEqualTo("child");
        assertThat(read("arg0.greeting()", call)).isEqualTo("hello child");
        assertThat(read("arg0.hidden", call)).isEqualTo("from the base");
    }

    @Test
    void shouldReadPrivateMethodsWhereTheModuleAllows() {
        assertThat(read("arg0.secret", TestCall.of(new Spellings()))).isEqualTo("private");
    }

    @Test
    void shouldReadAndCallNothingOfALambda() {
        Supplier<String> supplier = () -> {
            throw new AssertionError("a lambda was called");
        };
        TestCall call = TestCall.of(supplier);

        assertThat(read("arg0.get", call)).isNull();
        assertThat(read("arg0.get()", call)).isNull();
        assertThat(call.notRead).hasSize(2).allMatch(line -> line.contains("has no class file that can be read"));
        assertThat(call.called).isEmpty();
    }

    @Test
    void shouldReadTypesOfTheJdk() throws ReflectiveOperationException {
        Method method = String.class.getMethod("strip");
        TestCall call = TestCall.of(
                method, List.of(1, 2), Map.entry("k", "v"), Duration.ofMillis(1500), Thread.currentThread());

        assertThat(read("arg0.name", call)).isEqualTo("strip");
        assertThat(read("arg0.declaringClass.name", call)).isEqualTo("java.lang.String");
        assertThat(read("arg0.declaringClass.simpleName", call)).isEqualTo("String");
        assertThat(read("arg0.returnType", call)).isEqualTo(String.class);
        assertThat(read("arg1.empty", call)).isEqualTo(false);
        assertThat(read("arg2.key", call)).isEqualTo("k");
        assertThat(read("arg3.toMillis", call)).isEqualTo(1500L);
        assertThat(read("arg4.name", call)).isEqualTo(Thread.currentThread().getName());
        assertThat(call.unresolved).isEmpty();
    }

    @Test
    void shouldLeaveWhatAModuleKeepsToItself() throws MalformedURLException {
        TestCall call = TestCall.of(new URL("http://localhost/"));

        assertThat(read("arg0.host", call)).isNull();
        assertThat(call.notRead).containsExactly("arg0.host | host | the field host of java.net.URL cannot be opened");
    }

    @Test
    void shouldReportAnAccessorThatThrowsAndGoOn() {
        TestCall call = TestCall.of(new Spellings());

        assertThat(read("arg0.broken().more", call)).isNull();
        assertThat(read("arg0.broken()|plain", call)).isEqualTo("plain()");
        assertThat(call.failed)
                .containsExactly(
                        "arg0.broken().more | java.lang.IllegalStateException: broken",
                        "arg0.broken()|plain | java.lang.IllegalStateException: broken");
        assertThat(call.unresolved).isEmpty();
    }

    @Test
    void shouldSurviveErrorsOfTheApplicationButNotOfTheMachine() {
        TestCall call = TestCall.of(throwing(new NoClassDefFoundError("gone")), throwing(new StackOverflowError()));
        TestCall dying = TestCall.of(throwing(new OutOfMemoryError("full")));

        assertThat(read("arg0.call()", call)).isNull();
        assertThat(read("arg1.call()", call)).isNull();
        assertThat(call.failed)
                .containsExactly(
                        "arg0.call() | java.lang.NoClassDefFoundError: gone",
                        "arg1.call() | java.lang.StackOverflowError");
        assertThatThrownBy(() -> read("arg0.call()", dying)).isInstanceOf(OutOfMemoryError.class);
    }

    @Test
    void shouldKeepAnInterruptAnAccessorSwallowed() {
        TestCall call = TestCall.of(new Throwing(new InterruptedException()));

        assertThat(read("arg0.call()", call)).isNull();
        assertThat(Thread.interrupted()).isTrue();
        assertThat(call.failed).containsExactly("arg0.call() | java.lang.InterruptedException");
    }

    static final AtomicInteger COMPARED = new AtomicInteger();

    /** A comparator of the application, which counts how often it is asked. */
    static Comparator<String> counting() {
        return (left, right) -> {
            COMPARED.incrementAndGet();
            return left.compareTo(right);
        };
    }

    private static Callable<Object> throwing(Error error) {
        return new Throwing(error);
    }

    /** Throws what it is given. */
    private record Throwing(Throwable failure) implements Callable<Object> {
        @Override
        public Object call() throws Exception {
            if (failure instanceof Error error) {
                throw error;
            }
            throw (Exception) failure;
        }
    }

    private static Object read(String path, TestCall call) {
        return PathParser.parse(path).read(call);
    }

    /** What an interface gives. */
    public interface Greeter {
        /** Answers a name. */
        String name();

        /** Greets. */
        default String greeting() {
            return "hello " + name();
        }
    }

    /** A base that is not public. */
    abstract static class Base implements Greeter {
        public String hidden() {
            return "from the base";
        }
    }

    private static final class Child extends Base {
        @Override
        public String name() {
            return "child";
        }
    }

    /** Methods that are accessors and methods that are not. */
    @SuppressWarnings("unused")
    static final class Spellings {
        public String plain() {
            return "plain()";
        }

        public String getBean() {
            return "getBean()";
        }

        public boolean isFlag() {
            return true;
        }

        public Boolean isBoxed() {
            return false;
        }

        public String both() {
            return "both()";
        }

        public String getBoth() {
            return "getBoth()";
        }

        public void nothing() {
            throw new AssertionError("a void method was called");
        }

        public static String shared() {
            throw new AssertionError("a static method was called");
        }

        public String asked(String question) {
            throw new AssertionError("a method with a parameter was called");
        }

        public String isWord() {
            throw new AssertionError("is.. of a String was called");
        }

        public String broken() {
            throw new IllegalStateException("broken");
        }

        private String secret() {
            return "private";
        }
    }
}
