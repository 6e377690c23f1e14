// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.rules.path;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import sun.reflect.ReflectionFactory;

/** What is read behind accessors without running them, and what is left alone. */
class FieldReadTest {
    private static final AtomicInteger RUN = new AtomicInteger();

    @ParameterizedTest
    @CsvSource({
        "instructions, be brief",
        "modelName, gpt",
        "limit, 7",
        "limitOr, 7",
        "first, a",
        "firstOrNone, a",
        "copy, '[a, b]'",
        "view, '[a, b]'",
        "checked, gpt",
        "cast, gpt",
        "helped, gpt",
        "user, true",
        "other, false",
        "answered, true",
        "total, 12",
        "vector, 3",
        "provider, OPEN_AI",
        "kind, constant",
        "type, Getters",
        "held, gpt",
        "inherited, gpt",
        "mode, 7"
    })
    void shouldReadWhatAGetterWouldReturn(String accessor, String expected) {
        TestCall call = TestCall.of(new Getters());

        assertThat(PathParser.parse("arg0." + accessor).read(call)).hasToString(expected);
        assertThat(call.called).isEmpty();
        assertThat(call.notRead).isEmpty();
        assertThat(call.unresolved).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"lazy", "counted", "joined", "looped", "waiting", "assembled"})
    void shouldLeaveAloneWhatIsComputed(String accessor) {
        RUN.set(0);
        TestCall call = TestCall.of(new Getters());

        assertThat(PathParser.parse("arg0." + accessor).read(call)).isNull();
        assertThat(RUN).hasValue(0);
        assertThat(call.called).isEmpty();
        assertThat(call.notRead)
                .hasSize(1)
                .allMatch(line -> line.startsWith("arg0." + accessor + " | " + accessor + " | computed"));
    }

    @Test
    void shouldReadALazyGetterOnceItsFieldIsThere() {
        Getters getters = new Getters();
        getters.lazy = "made";

        assertThat(read("arg0.lazy", TestCall.of(getters))).isEqualTo("made");
    }

    @Test
    void shouldTakeTheNextOfAChoiceWhereOneIsComputed() {
        TestCall call = TestCall.of(new Getters());

        assertThat(read("arg0.joined|modelName", call)).isEqualTo("gpt");
        assertThat(call.notRead).isEmpty();
    }

    @Test
    void shouldReadAFieldByItsOwnName() {
        TestCall call = TestCall.of(new Getters());

        assertThat(read("arg0.text", call)).isEqualTo("be brief");
        assertThat(read("arg0.@counted", call)).isEqualTo("raw");
        assertThat(read("arg0.@none?", call)).isNull();
        assertThat(call.unresolved).isEmpty();
        assertThat(read("arg0.@none", call)).isNull();
        assertThat(call.unresolved).containsExactly("arg0.@none | " + Getters.class.getName() + " | @none");
    }

    @Test
    void shouldKnowNothingOfAnObjectWhoseConstructorNeverRan() throws ReflectiveOperationException {
        TestCall mocked = TestCall.of(unconstructed(Usage.class), unconstructed(Getters.class));

        assertThat(read("arg0.tokens", mocked)).isNull();
        assertThat(read("arg0.failed", mocked)).isNull();
        assertThat(read("arg1.provider", mocked)).isNull();
        assertThat(read("arg1.modelName", mocked)).isNull();
        assertThat(read("arg1.joined()", mocked)).isNull();
        assertThat(mocked.called).isEmpty();
        assertThat(read("arg0.tokens", TestCall.of(new Usage(0, false, "gpt")))).isEqualTo(0L);
    }

    @Test
    void shouldReadAndCallNothingOfAClassWithoutAClassFile() throws ReflectiveOperationException {
        Object made = new WithoutFile().loadClass(Usage.class.getName()).getDeclaredConstructors()[0];
        Constructor<?> constructor = (Constructor<?>) made;
        constructor.setAccessible(true);
        TestCall call = TestCall.of(constructor.newInstance(3, true, "gpt"));

        assertThat(read("arg0.tokens", call)).isNull();
        assertThat(read("arg0.tokens()", call)).isNull();
        assertThat(read("arg0.@model", call)).isNull();
        assertThat(call.called).isEmpty();
        assertThat(call.notRead).hasSize(3).allMatch(line -> line.contains("has no class file that can be read"));
    }

    @Test
    void shouldAskNothingOfAProxy() {
        Object proxy = Proxy.newProxyInstance(
                Greeter.class.getClassLoader(), new Class<?>[] {Greeter.class}, (self, method, arguments) -> {
                    throw new AssertionError("the proxy was asked for " + method);
                });
        TestCall call = TestCall.of(proxy);

        assertThat(read("arg0.greeting", call)).isNull();
        assertThat(read("arg0.greeting()", call)).isNull();
        assertThat(call.called).isEmpty();
        assertThat(read("arg0.simpleClass", call)).isEqualTo("Greeter");
        assertThat(read("arg0.class", call)).isEqualTo(Greeter.class.getName());
    }

    @Test
    void shouldFollowAGetterThatAsksAProxyToTheStateOfItsHandler() {
        Greeter handler = new Handler("hello");
        Object proxy = Proxy.newProxyInstance(
                Greeter.class.getClassLoader(), new Class<?>[] {Greeter.class}, (InvocationHandler) handler);
        TestCall call = TestCall.of(new Delegate((Greeter) proxy), proxy);

        assertThat(read("arg0.greeting", call)).isEqualTo("hello");
        assertThat(read("arg1.greeting", call)).isEqualTo("hello");
        assertThat(call.called).isEmpty();
    }

    /** Answers for a proxy. */
    private record Handler(String words) implements Greeter, InvocationHandler {
        @Override
        public String greeting() {
            return words;
        }

        @Override
        public Object invoke(Object proxy, Method method, Object[] arguments) {
            throw new AssertionError("the proxy was asked for " + method);
        }
    }

    /** Passes the question on. */
    private record Delegate(Greeter to) implements Greeter {
        @Override
        public String greeting() {
            return to.greeting();
        }
    }

    @Test
    void shouldGoThroughPlainCollectionsOnly() {
        List<String> spied = new ArrayList<>(List.of("a")) {
            private static final long serialVersionUID = 1L;

            @Override
            public int size() {
                RUN.incrementAndGet();
                return super.size();
            }
        };
        List<String> braces = new ArrayList<>() {
            private static final long serialVersionUID = 1L;

            {
                add("b");
            }
        };
        Map<String, String> byUse = new LinkedHashMap<>(4, 0.75f, true);
        byUse.put("x", "1");
        byUse.put("y", "2");
        RUN.set(0);
        TestCall call = TestCall.of(spied, Collections.unmodifiableList(spied), Collections.synchronizedList(spied));

        assertThat(read("arg0.size", call)).isNull();
        assertThat(read("arg1.size", call)).isNull();
        assertThat(read("arg1[0]", call)).isNull();
        assertThat(read("arg2[0]", call)).isNull();
        assertThat(RUN).hasValue(0);
        assertThat(call.notRead).hasSize(4);
        TestCall plain = TestCall.of(
                braces,
                Collections.unmodifiableList(braces),
                byUse,
                Collections.synchronizedList(Collections.synchronizedList(new ArrayList<>(List.of("c")))),
                Collections.synchronizedMap(new LinkedHashMap<>(Map.of("k", "v"))));
        assertThat(read("arg0[0]", plain)).isEqualTo("b");
        assertThat(read("arg1.size", plain)).isEqualTo(1);
        assertThat(read("arg2.x", plain)).isEqualTo("1");
        assertThat(read("arg3[0]", plain)).isEqualTo("c");
        assertThat(read("arg3.size", plain)).isEqualTo(1);
        assertThat(read("arg4.k", plain)).isEqualTo("v");
        assertThat(byUse.keySet()).as("the order of use is the application's").containsExactly("x", "y");
    }

    @Test
    void shouldNotMeasureATextOfTheApplication() {
        CharSequence own = new CharSequence() {
            @Override
            public int length() {
                throw new AssertionError("asked");
            }

            @Override
            public char charAt(int index) {
                throw new AssertionError("asked");
            }

            @Override
            public CharSequence subSequence(int start, int end) {
                throw new AssertionError("asked");
            }
        };

        assertThat(read("arg0.size", TestCall.of(own))).isNull();
    }

    private static Object unconstructed(Class<?> type) throws ReflectiveOperationException {
        return ReflectionFactory.getReflectionFactory()
                .newConstructorForSerialization(type, Object.class.getDeclaredConstructor())
                .newInstance();
    }

    private static Object read(String path, TestCall call) {
        return PathParser.parse(path).read(call);
    }

    /** Defines its own copy of {@link Usage} that says of no place where it came from, as what makes mocks does. */
    private static final class WithoutFile extends ClassLoader {
        WithoutFile() {
            super(FieldReadTest.class.getClassLoader());
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (!name.equals(Usage.class.getName())) {
                return super.loadClass(name, resolve);
            }
            try (InputStream in = getParent().getResourceAsStream(name.replace('.', '/') + ".class")) {
                byte[] bytes = in.readAllBytes();
                return defineClass(name, bytes, 0, bytes.length);
            } catch (IOException e) {
                throw new ClassNotFoundException(name, e);
            }
        }
    }

    /** An interface of the application. */
    interface Greeter {
        String greeting();
    }

    private enum Provider {
        OPEN_AI
    }

    static final class Usage {
        private final long tokens;
        private final boolean failed;
        private final String model;

        Usage(long tokens, boolean failed, String model) {
            this.tokens = tokens;
            this.failed = failed;
            this.model = model;
        }

        Usage(int tokens, boolean failed, String model) {
            this((long) tokens, failed, model);
        }

        long tokens() {
            return tokens;
        }

        boolean isFailed() {
            return failed;
        }

        String model() {
            return model;
        }
    }

    private record Parameters(String modelName, Integer maxTokens) {
        Optional<Integer> limit() {
            return Optional.ofNullable(maxTokens);
        }
    }

    abstract static class Base {
        String inherited() {
            return model();
        }

        abstract String model();
    }

    @SuppressWarnings("unused")
    static final class Getters extends Base {
        private final String text = "be brief".strip();
        private final Parameters parameters = new Parameters("gpt", 7);
        private final List<String> messages = new ArrayList<>(List.of("a", "b"));
        private final Object raw = "gpt".strip();
        private final int input = Integer.parseInt("5");
        private final long output = Long.parseLong("7");
        private final float[] embedding = {1, 2, 3};
        private final AtomicReference<String> reference = new AtomicReference<>("gpt");
        private final String counted = "raw".strip();
        private String lazy;

        String getInstructions() {
            return text;
        }

        String modelName() {
            return parameters.modelName();
        }

        Optional<Integer> limit() {
            return parameters.limit();
        }

        int limitOr() {
            return parameters.limit().orElse(0);
        }

        String first() {
            return messages.get(0);
        }

        Optional<String> getFirstOrNone() {
            return messages.isEmpty() ? Optional.empty() : Optional.of(messages.get(0));
        }

        List<String> copy() {
            return new ArrayList<>(messages);
        }

        List<String> view() {
            return Collections.unmodifiableList(messages);
        }

        String checked() {
            return Objects.requireNonNull(parameters, "parameters").modelName();
        }

        String cast() {
            return (String) raw;
        }

        String helped() {
            return orElse(parameters.modelName(), "none");
        }

        private static String orElse(String value, String otherwise) {
            return value != null ? value : otherwise;
        }

        boolean isUser() {
            return text != null;
        }

        Boolean isOther() {
            return text == null;
        }

        boolean answered() {
            return messages.size() > 1 && input >= 5;
        }

        long total() {
            return input + output;
        }

        int vector() {
            return embedding.length;
        }

        Provider provider() {
            return Provider.OPEN_AI;
        }

        String kind() {
            return "constant";
        }

        String type() {
            return getClass().getSimpleName();
        }

        String held() {
            return reference.get();
        }

        @Override
        String model() {
            return parameters.modelName();
        }

        long mode() {
            return input > 3 ? output : input;
        }

        String lazy() {
            if (lazy == null) {
                lazy = "made " + RUN.incrementAndGet();
            }
            return lazy;
        }

        int counted() {
            return RUN.incrementAndGet();
        }

        String joined() {
            return text + parameters.modelName();
        }

        String looped() {
            String last = null;
            for (String each : messages) {
                last = each;
            }
            return last;
        }

        String waiting() {
            synchronized (this) {
                return text;
            }
        }

        StringBuilder assembled() {
            return new StringBuilder(text);
        }
    }
}
