// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.engine.reactive;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.agent.context.ThreadContext;
import io.agentprofiler.agent.engine.TracedCalls;
import io.reactivex.rxjava3.core.Completable;
import io.reactivex.rxjava3.core.CompletableObserver;
import io.reactivex.rxjava3.core.CompletableSource;
import io.reactivex.rxjava3.core.Flowable;
import io.reactivex.rxjava3.core.Maybe;
import io.reactivex.rxjava3.core.MaybeObserver;
import io.reactivex.rxjava3.core.MaybeSource;
import io.reactivex.rxjava3.core.Observable;
import io.reactivex.rxjava3.core.ObservableSource;
import io.reactivex.rxjava3.core.Observer;
import io.reactivex.rxjava3.core.Single;
import io.reactivex.rxjava3.core.SingleObserver;
import io.reactivex.rxjava3.core.SingleSource;
import io.reactivex.rxjava3.disposables.Disposable;
import io.reactivex.rxjava3.plugins.RxJavaPlugins;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.subscription.UniSubscriber;
import io.smallrye.mutiny.subscription.UniSubscription;
import java.lang.invoke.MethodType;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Proxy;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Flow;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;
import org.reactivestreams.FlowAdapters;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Hooks;
import reactor.core.publisher.Mono;

/**
 * Every operator of every library, found by reflection, applied to what a traced method returned and to the same untraced: the
 * same signals in the same order, and each hook called as often.
 *
 * <p>Libraries treat some of their own publishers in a shorter way: they ask a value that is there already for itself, and
 * skip a conversion that another undoes. What stands for such a publisher is always subscribed to, so that the trace knows by
 * whom. Signals and assembly are the same there, too; hooks of subscriptions may be called more or less often.
 */
@Tag("slow")
class EveryOperatorTest {
    private static final IllegalStateException FAILURE = new IllegalStateException("no");
    /** They wait, never end, or print where they were called. */
    private static final Set<String> LEFT_OUT =
            Set.of(("block blockFirst blockLast checkpoint log toString hashCode equals cast elapsed timed "
                            + "timestamp timeInterval toIterable toStream")
                    .split(" "));
    /** Without an end if what they are applied to ends at once. */
    private static final Set<String> ENDLESS =
            Set.of(("repeat retry repeatWhen retryWhen repeatUntil retryUntil expand expandDeep " + "repeatWhenEmpty")
                    .split(" "));

    private static final String ASSEMBLY = "assembly";
    private static final String ASSEMBLED = "assembled";
    private static final String SUBSCRIPTION = "subscription";
    /**
     * How many more hooks of assembly are called where an operator has nothing to do with a value that is there already, or
     * where it does so by an operator more.
     */
    private static final Map<String, Integer> ASSEMBLED_OTHERWISE =
            Map.of("Mono just defaultIfEmpty 1", 1, "Mono error defaultIfEmpty 1", 1, "Flux callable last 1", -1);

    private final List<String> log = new ArrayList<>();

    @AfterEach
    void reset() {
        Hooks.resetOnEachOperator();
        Hooks.resetOnLastOperator();
        Hooks.resetOnErrorDropped();
        RxJavaPlugins.reset();
        MutinyHooks.reset();
        assertThat(ThreadContext.get().current).isNull();
    }

    private void hook() {
        Hooks.onEachOperator("test", p -> seen(ASSEMBLY, p));
        Hooks.onLastOperator("test", p -> seen(SUBSCRIPTION, p));
        Hooks.onErrorDropped(failure -> {});
        RxJavaPlugins.setOnFlowableAssembly(it -> seen(ASSEMBLY, it));
        RxJavaPlugins.setOnObservableAssembly(it -> seen(ASSEMBLY, it));
        RxJavaPlugins.setOnSingleAssembly(it -> seen(ASSEMBLY, it));
        RxJavaPlugins.setOnMaybeAssembly(it -> seen(ASSEMBLY, it));
        RxJavaPlugins.setOnCompletableAssembly(it -> seen(ASSEMBLY, it));
        RxJavaPlugins.setOnConnectableFlowableAssembly(it -> seen(ASSEMBLY, it));
        RxJavaPlugins.setOnConnectableObservableAssembly(it -> seen(ASSEMBLY, it));
        RxJavaPlugins.setOnParallelAssembly(it -> seen(ASSEMBLY, it));
        RxJavaPlugins.setOnFlowableSubscribe((it, subscriber) -> seen(SUBSCRIPTION, subscriber));
        RxJavaPlugins.setOnObservableSubscribe((it, observer) -> seen(SUBSCRIPTION, observer));
        RxJavaPlugins.setOnSingleSubscribe((it, observer) -> seen(SUBSCRIPTION, observer));
        RxJavaPlugins.setOnMaybeSubscribe((it, observer) -> seen(SUBSCRIPTION, observer));
        RxJavaPlugins.setOnCompletableSubscribe((it, observer) -> seen(SUBSCRIPTION, observer));
        RxJavaPlugins.setErrorHandler(failure -> {});
        MutinyHooks.told = (hook, on) -> log.add(hook);
    }

    private <T> T seen(String hook, T it) {
        log.add(hook);
        return it;
    }

    /**
     * What an operator is applied to.
     *
     * @param inShort whether operators of the library may do without a subscription to it
     */
    private record Source(Class<?> type, String name, boolean inShort, Supplier<?> make) {
        @Override
        public String toString() {
            return type.getSimpleName() + " " + name;
        }
    }

    private static List<Source> sources() {
        return List.of(
                new Source(Flux.class, "just", true, () -> Flux.just(7)),
                new Source(Flux.class, "empty", true, Flux::empty),
                new Source(Flux.class, "error", true, () -> Flux.error(FAILURE)),
                new Source(
                        Flux.class,
                        "callable",
                        true,
                        () -> Mono.fromCallable(() -> 7).flux()),
                new Source(Flux.class, "never", false, Flux::never),
                new Source(Flux.class, "range", false, () -> Flux.range(1, 4)),
                new Source(Flux.class, "hidden", false, () -> Flux.range(1, 4).hide()),
                new Source(Mono.class, "just", true, () -> Mono.just(7)),
                new Source(Mono.class, "empty", true, Mono::empty),
                new Source(Mono.class, "error", true, () -> Mono.error(FAILURE)),
                new Source(Mono.class, "callable", true, () -> Mono.fromCallable(() -> 7)),
                new Source(Mono.class, "runnable", true, () -> Mono.fromRunnable(() -> {})),
                new Source(Mono.class, "hidden", true, () -> Mono.just(7).hide()),
                new Source(Mono.class, "never", false, Mono::never),
                new Source(Mono.class, "created", false, () -> Mono.create(sink -> sink.success(7))),
                new Source(Flowable.class, "just", true, () -> Flowable.just(7)),
                new Source(Flowable.class, "empty", true, Flowable::empty),
                new Source(Flowable.class, "callable", true, () -> Flowable.fromCallable(() -> 7)),
                new Source(Flowable.class, "error", false, () -> Flowable.error(FAILURE)),
                new Source(Flowable.class, "range", false, () -> Flowable.range(1, 4)),
                new Source(
                        Flowable.class,
                        "hidden",
                        false,
                        () -> Flowable.range(1, 4).hide()),
                new Source(Observable.class, "just", true, () -> Observable.just(7)),
                new Source(Observable.class, "empty", true, Observable::empty),
                new Source(Observable.class, "callable", true, () -> Observable.fromCallable(() -> 7)),
                new Source(Observable.class, "range", false, () -> Observable.range(1, 4)),
                new Source(
                        Single.class, "count", true, () -> Flowable.range(1, 4).count()),
                new Source(Single.class, "just", false, () -> Single.just(7)),
                new Source(Single.class, "error", false, () -> Single.error(FAILURE)),
                new Source(Single.class, "callable", false, () -> Single.fromCallable(() -> 7)),
                new Source(
                        Maybe.class, "first", true, () -> Flowable.range(1, 4).firstElement()),
                new Source(Maybe.class, "just", false, () -> Maybe.just(7)),
                new Source(Maybe.class, "empty", false, Maybe::empty),
                new Source(Maybe.class, "callable", false, () -> Maybe.fromCallable(() -> 7)),
                new Source(
                        Completable.class,
                        "ignored",
                        true,
                        () -> Flowable.range(1, 4).ignoreElements()),
                new Source(Completable.class, "complete", false, Completable::complete),
                new Source(Completable.class, "error", false, () -> Completable.error(FAILURE)),
                new Source(Multi.class, "item", false, () -> Multi.createFrom().item(7)),
                new Source(Multi.class, "empty", false, () -> Multi.createFrom().empty()),
                new Source(
                        Multi.class, "failure", false, () -> Multi.createFrom().failure(FAILURE)),
                new Source(Multi.class, "range", false, () -> Multi.createFrom().range(1, 5)),
                new Source(Uni.class, "item", false, () -> Uni.createFrom().item(7)),
                new Source(Uni.class, "null", false, () -> Uni.createFrom().nullItem()),
                new Source(Uni.class, "failure", false, () -> Uni.createFrom().failure(FAILURE)),
                new Source(Uni.class, "supplied", false, () -> Uni.createFrom().item(() -> 7)));
    }

    private static boolean isPublisher(Class<?> type) {
        return Stream.of(
                        Publisher.class,
                        Flow.Publisher.class,
                        Observable.class,
                        Single.class,
                        Maybe.class,
                        Completable.class,
                        Uni.class)
                .anyMatch(each -> each.isAssignableFrom(type));
    }

    @TestFactory
    Stream<DynamicTest> shouldBeTheSameWithAndWithoutTheAgent() {
        return sources().stream()
                .map(source -> DynamicTest.dynamicTest(source.toString(), () -> shouldBeTheSame(source)));
    }

    private void shouldBeTheSame(Source source) {
        Map<String, String> different = new LinkedHashMap<>();
        int compared = 0;
        for (Method operator : source.type().getMethods()) {
            if (Modifier.isStatic(operator.getModifiers())
                    || !isPublisher(operator.getReturnType())
                    || LEFT_OUT.contains(operator.getName())
                    || ENDLESS.contains(operator.getName()) && operator.getParameterCount() < 2) {
                continue;
            }
            // libraries make some of their constants at first use
            run(operator, source, UnaryOperator.identity());
            List<String> plain = run(operator, source, UnaryOperator.identity());
            if (plain.isEmpty()) {
                continue;
            }
            compared++;
            TracedCalls traced = TracedCalls.reactive();
            List<String> same = run(operator, source, made -> traced.call("b", source.type(), () -> made));
            boolean isSame =
                    source.inShort() ? isSameBySubscription(operator, source, plain, same) : same.equals(plain);
            if (!isSame) {
                different.put(operator.toGenericString(), plain + " became " + same);
            }
        }
        assertThat(different).isEmpty();
        assertThat(compared).isGreaterThan(15);
    }

    private static boolean isSameBySubscription(Method operator, Source source, List<String> plain, List<String> same) {
        int more = ASSEMBLED_OTHERWISE.getOrDefault(
                source + " " + operator.getName() + " " + operator.getParameterCount(), 0);
        return withoutHooks(same).equals(withoutHooks(plain))
                && count(same, ASSEMBLY) == count(plain, ASSEMBLY) + more
                && Math.abs(count(same, SUBSCRIPTION) - count(plain, SUBSCRIPTION)) <= 2;
    }

    private static List<String> withoutHooks(List<String> log) {
        return log.stream()
                .filter(line -> !line.equals(ASSEMBLY) && !line.equals(SUBSCRIPTION) && !line.equals(ASSEMBLED))
                .toList();
    }

    private static int count(List<String> log, String hook) {
        return Collections.frequency(log, hook);
    }

    /** Returns what hooks and the subscriber saw; nothing where the operator needs what there is none of here. */
    private List<String> run(Method operator, Source source, UnaryOperator<Object> wrap) {
        Hooks.resetOnEachOperator();
        Hooks.resetOnLastOperator();
        RxJavaPlugins.reset();
        MutinyHooks.reset();
        Object[] args = new Object[operator.getParameterCount()];
        for (int i = 0; i < args.length; i++) {
            args[i] = argument(operator.getGenericParameterTypes()[i], operator.getParameterTypes()[i]);
            if (args[i] == null) {
                return List.of();
            }
        }
        log.clear();
        hook();
        Object on = wrap.apply(source.make().get());
        Object made;
        try {
            made = operator.invoke(on, args);
        } catch (InvocationTargetException e) {
            log.add("threw " + e.getCause().getClass());
            return List.copyOf(log);
        } catch (IllegalAccessException e) {
            throw new AssertionError(e);
        }
        log.add(ASSEMBLED);
        try {
            new Seen().subscribe(made);
        } catch (RuntimeException e) {
            log.add("threw " + e.getClass());
        }
        return List.copyOf(log);
    }

    /** Returns {@code null} where there is none: for times, and for types of a library that are none of its publishers. */
    private static Object argument(Type generic, Class<?> type) {
        for (Object each : List.of(
                2,
                2L,
                false,
                Integer.class,
                FAILURE,
                List.of(),
                reactor.core.scheduler.Schedulers.immediate(),
                io.reactivex.rxjava3.schedulers.Schedulers.trampoline())) {
            if (MethodType.methodType(type).wrap().returnType().isInstance(each) && type != Object.class) {
                return each;
            }
        }
        if (type == Object.class) {
            return 7;
        }
        if (type == Comparator.class) {
            return Comparator.naturalOrder();
        }
        if (isPublisher(type)) {
            return publisher(type);
        }
        List<Method> methods = Arrays.stream(type.getMethods())
                .filter(method -> Modifier.isAbstract(method.getModifiers()))
                .toList();
        if (!type.isInterface() || methods.size() != 1) {
            return null;
        }
        Object result = result(generic, methods.get(0).getReturnType());
        return result == null ? null : function(type, result);
    }

    private static Object publisher(Class<?> type) {
        return Stream.of(
                        Flux.just(8),
                        Mono.just(8),
                        Flowable.just(8),
                        Observable.just(8),
                        Single.just(8),
                        Maybe.just(8),
                        Completable.complete(),
                        Multi.createFrom().item(8),
                        Uni.createFrom().item(8))
                .filter(type::isInstance)
                .findFirst()
                .orElse(null);
    }

    /** What a function of this type returns: by its last type argument, where that says. */
    private static Object result(Type generic, Class<?> type) {
        if (type == void.class) {
            return "nothing";
        }
        if (type == boolean.class) {
            return true;
        }
        if (type == int.class) {
            return 1;
        }
        if (!(generic instanceof ParameterizedType parameterized)) {
            return null;
        }
        Type[] of = parameterized.getActualTypeArguments();
        String last = of[of.length - 1].getTypeName();
        for (Class<?> each : List.of(
                Publisher.class,
                Flow.Publisher.class,
                Mono.class,
                Flux.class,
                ObservableSource.class,
                SingleSource.class,
                MaybeSource.class,
                CompletableSource.class,
                Uni.class)) {
            if (last.contains(each.getName() + "<") || last.endsWith(each.getName())) {
                return publisher(each);
            }
        }
        if (last.contains("Throwable")) {
            return FAILURE;
        }
        if (last.contains("Iterable<")) {
            return List.of(1, 2);
        }
        if (last.contains("Collection")) {
            return new ArrayList<>();
        }
        return last.contains("java.") || last.contains("reactor.") || last.contains("io.") ? null : 9;
    }

    private static Object function(Class<?> type, Object result) {
        InvocationHandler handler = (proxy, method, args) -> {
            if (method.isDefault()) {
                return InvocationHandler.invokeDefault(proxy, method, args);
            }
            return switch (method.getName()) {
                case "equals" -> proxy == args[0];
                case "hashCode" -> System.identityHashCode(proxy);
                case "toString" -> "function";
                default -> method.getReturnType() == void.class ? null : result;
            };
        };
        return Proxy.newProxyInstance(EveryOperatorTest.class.getClassLoader(), new Class<?>[] {type}, handler);
    }

    /** Takes four elements at most, and writes down what comes. */
    private final class Seen
            implements Subscriber<Object>,
                    Observer<Object>,
                    SingleObserver<Object>,
                    MaybeObserver<Object>,
                    CompletableObserver,
                    UniSubscriber<Object> {
        private Runnable cancel;
        private int left = 4;

        void subscribe(Object made) {
            if (made instanceof Publisher<?> publisher) {
                publisher.subscribe(this);
            } else if (made instanceof Flow.Publisher<?> publisher) {
                publisher.subscribe(FlowAdapters.toFlowSubscriber(this));
            } else if (made instanceof Observable<?> observable) {
                observable.subscribe((Observer<Object>) this);
            } else if (made instanceof Single<?> single) {
                single.subscribe((SingleObserver<Object>) this);
            } else if (made instanceof Maybe<?> maybe) {
                maybe.subscribe((MaybeObserver<Object>) this);
            } else if (made instanceof Completable completable) {
                completable.subscribe((CompletableObserver) this);
            } else {
                ((Uni<?>) made).subscribe().withSubscriber(this);
            }
        }

        @Override
        public void onSubscribe(Subscription given) {
            log.add("subscribed");
            cancel = given::cancel;
            given.request(4);
        }

        @Override
        public void onSubscribe(Disposable given) {
            log.add("subscribed");
            cancel = given::dispose;
        }

        @Override
        public void onSubscribe(UniSubscription given) {
            log.add("subscribed");
        }

        @Override
        public void onNext(Object value) {
            log.add("next " + (isPublisher(value.getClass()) ? "publisher" : value));
            if (--left == 0) {
                cancel.run();
            }
        }

        @Override
        public void onSuccess(Object value) {
            log.add("success " + value);
        }

        @Override
        public void onItem(Object value) {
            log.add("item " + value);
        }

        @Override
        public void onFailure(Throwable failure) {
            log.add("error " + failure.getClass());
        }

        @Override
        public void onError(Throwable failure) {
            log.add("error " + failure.getClass());
        }

        @Override
        public void onComplete() {
            log.add("complete");
        }
    }
}
