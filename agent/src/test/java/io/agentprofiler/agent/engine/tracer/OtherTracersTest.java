// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.engine.tracer;

import static io.agentprofiler.agent.engine.RuleFixture.rule;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import io.agentprofiler.agent.context.Span;
import io.agentprofiler.agent.engine.EngineFixture;
import io.agentprofiler.agent.engine.site.JoinPoint;
import io.agentprofiler.rules.access.lookup.FieldReaders;
import io.agentprofiler.shared.schema.Attributes;
import io.opentelemetry.api.baggage.Baggage;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.TraceFlags;
import io.opentelemetry.api.trace.TraceState;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.Scope;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import java.io.File;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The current span of OpenTelemetry's SDK, by its own classes. */
class OtherTracersTest extends EngineFixture {
    private static final String STORAGE = "io.opentelemetry.context.ThreadLocalContextStorage";
    private static final String TRACE = "0af7651916cd43dd8448eb211c80319c";
    private static final String PARENT = "b7ad6b7169203331";

    private final Tracer tracer = SdkTracerProvider.builder().build().get("test");
    private final JoinPoint agent = joinPoint(rule("agent").traceparent("arg0"));
    private final JoinPoint request = joinPoint(rule("request").lazy());
    private final JoinPoint work = joinPoint(rule("work"));

    @BeforeAll
    static void shouldReadFieldsFromMemory() {
        FieldReaders.openWith((type, reader) -> {});
    }

    /** Other tests of this JVM read fields by handles. */
    @AfterAll
    static void shouldReadFieldsByHandlesAgain() {
        FieldReaders.openWith((type, reader) -> {
            if (type.getName().equals("jdk.internal.misc.Unsafe")) {
                throw new IllegalStateException("nobody opens it");
            }
        });
    }

    @Test
    void shouldKnowEveryStorageByItsMark() {
        assertThat(TracerFields.all())
                .isNotEmpty()
                .allSatisfy(known -> assertThat(known.storage()).contains(OtherTracers.MARK));
    }

    @Test
    void shouldTellTheSpanThatIsCurrentWhereAWorkflowBegins() {
        tracers.loading(getClass().getClassLoader(), STORAGE.replace('.', '/'));

        SpanContext current = inSpan(() -> call(agent, () -> call(work, () -> "x")));

        assertThat(noted(0)).isEqualTo(ids(current));
        assertThat(events.started.get(1).tracerContext).isNull();
    }

    @Test
    void shouldTellNothingWhereNoSpanIsCurrent() {
        tracers.loading(getClass().getClassLoader(), STORAGE.replace('.', '/'));
        inSpan(() -> "over again");

        call(agent, () -> "x");
        try (Scope scope = Baggage.builder().put("tenant", "a").build().makeCurrent()) {
            call(agent, () -> "x");
        }
        try (Scope scope = io.opentelemetry.api.trace.Span.getInvalid().makeCurrent()) {
            call(agent, () -> "x");
        }

        assertThat(noted(0)).isEmpty();
        assertThat(noted(1)).isEmpty();
        assertThat(noted(2)).isEmpty();
    }

    @Test
    void shouldNotLookForATracerWhoseClassWasNotSeen() {
        tracers.loading(getClass().getClassLoader(), "io/opentelemetry/context/Other");

        inSpan(() -> call(agent, () -> "x"));

        assertThat(events.started.get(0).tracerContext).isNull();
    }

    @Test
    void shouldFindAClassThatWasLoadedBefore() {
        tracers.loaded(new Class<?>[] {String.class, Context.root().getClass(), storage()});

        SpanContext current = inSpan(() -> call(agent, () -> "x"));

        assertThat(noted(0)).isEqualTo(ids(current));
    }

    @Test
    void shouldTellTheSpanThatWasGivenByAnotherProcess() {
        tracers.loaded(new Class<?>[] {storage()});
        SpanContext given =
                SpanContext.createFromRemoteParent(TRACE, PARENT, TraceFlags.getDefault(), TraceState.getDefault());

        try (Scope scope = io.opentelemetry.api.trace.Span.wrap(given).makeCurrent()) {
            call(agent, () -> "x");
        }

        assertThat(noted(0)).isEqualTo(ids(given));
    }

    @Test
    void shouldLeaveTheTraceOfTheHeaderToTheWorkflow() {
        tracers.loaded(new Class<?>[] {storage()});

        SpanContext current = inSpan(() -> {
            Object handle = enter(agent, null, "00-" + TRACE + "-" + PARENT + "-01");
            return agent.exit(handle, "x", null);
        });

        assertThat(events.lines).startsWith("start agent under the caller's " + PARENT);
        assertThat(noted(0)).isEqualTo(ids(current));
    }

    /** The other agent's code in a server's method runs behind ours: its span is current only when the work begins. */
    @Test
    void shouldTellTheSpanThatIsMadeInARequest() {
        tracers.loaded(new Class<?>[] {storage()});
        SpanContext[] current = new SpanContext[1];

        call(request, () -> {
            current[0] = inSpan(() -> call(work, () -> "x"));
            return "y";
        });

        assertThat(events.lines).startsWith("start request", "start work under request");
        assertThat(noted(0)).isEqualTo(ids(current[0]));
        assertThat(events.started.get(1).tracerContext).isNull();
    }

    @Test
    void shouldReadTheClassesOfEachLoader() throws Exception {
        try (URLClassLoader loader = new URLClassLoader(openTelemetry(), ClassLoader.getPlatformClassLoader())) {
            tracers.loading(loader, STORAGE.replace('.', '/'));
            // the JVM shows a class to the agent before it is there
            call(agent, () -> "not loaded");
            Class<?> storage = loader.loadClass(STORAGE);
            call(agent, () -> "not initialized");
            Method current = loader.loadClass("io.opentelemetry.api.trace.Span").getMethod("getInvalid");
            current.invoke(null);
            call(agent, () -> "not used");

            assertThat(events.started)
                    .allSatisfy(span -> assertThat(span.tracerContext).isNull());
            assertThat(storage.getClassLoader()).isSameAs(loader);

            Object span = wrapped(loader);
            Class<?> spans = loader.loadClass("io.opentelemetry.api.trace.Span");
            AutoCloseable scope = (AutoCloseable) spans.getMethod("makeCurrent").invoke(span);
            call(agent, () -> "used");
            scope.close();
            assertThat(noted(3))
                    .containsOnly(entry(Attributes.OTEL_TRACE_ID, TRACE), entry(Attributes.OTEL_SPAN_ID, PARENT));
        }
    }

    private static Object wrapped(ClassLoader loader) throws ReflectiveOperationException {
        Class<?> contexts = loader.loadClass(SpanContext.class.getName());
        Class<?> flags = loader.loadClass(TraceFlags.class.getName());
        Class<?> state = loader.loadClass(TraceState.class.getName());
        Object context = contexts.getMethod("create", String.class, String.class, flags, state)
                .invoke(
                        null,
                        TRACE,
                        PARENT,
                        flags.getMethod("getSampled").invoke(null),
                        state.getMethod("getDefault").invoke(null));
        Class<?> spans = loader.loadClass(io.opentelemetry.api.trace.Span.class.getName());
        return spans.getMethod("wrap", contexts).invoke(null, context);
    }

    private static URL[] openTelemetry() {
        return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(jar -> jar.contains("opentelemetry"))
                .flatMap(OtherTracersTest::url)
                .toArray(URL[]::new);
    }

    private static Stream<URL> url(String jar) {
        try {
            return Stream.of(Path.of(jar).toUri().toURL());
        } catch (java.net.MalformedURLException e) {
            throw new AssertionError(e);
        }
    }

    private static Class<?> storage() {
        try {
            return Class.forName(STORAGE);
        } catch (ClassNotFoundException e) {
            throw new AssertionError(e);
        }
    }

    private SpanContext inSpan(java.util.function.Supplier<Object> body) {
        io.opentelemetry.api.trace.Span span = tracer.spanBuilder("around").startSpan();
        try (Scope scope = span.makeCurrent()) {
            var unused = body.get();
        }
        span.end();
        return span.getSpanContext();
    }

    private Map<String, Object> noted(int started) {
        Span span = events.started.get(started);
        Map<String, Object> read = new HashMap<>();
        if (span.tracerContext != null) {
            OtherTracers.read(span.tracerContext, read);
        }
        return read;
    }

    private static Map<String, Object> ids(SpanContext context) {
        return Map.of(Attributes.OTEL_TRACE_ID, context.getTraceId(), Attributes.OTEL_SPAN_ID, context.getSpanId());
    }
}
