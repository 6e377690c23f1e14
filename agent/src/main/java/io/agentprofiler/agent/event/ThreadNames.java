// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.event;

import java.util.Set;

/**
 * How threads are called in traces. Applications and frameworks put users, sessions and prompts into names of threads, so below
 * {@code content=full} a name is written only if the JDK or a framework gives it by default: a known one whose only free parts are
 * short numbers. Any other thread is called by its number, which keeps threads apart and is that of thread dumps.
 *
 * <p><b>Threading:</b> the ring's consumer only.
 */
public final class ThreadNames {
    /** Default names, with # for digits. */
    private static final Set<String> KNOWN = Set.of(
            "main",
            "Thread-#",
            "pool-#-thread-#",
            "ForkJoinPool-#-worker-#",
            "ForkJoinPool.commonPool-worker-#",
            "CompletableFutureDelayScheduler",
            "HttpClient-#-Worker-#",
            "HttpClient-#-SelectorManager",
            "HTTP-Dispatcher",
            "Timer-#",
            "virtual-#",
            "reactor-http-nio-#",
            "reactor-http-epoll-#",
            "reactor-http-kqueue-#",
            "reactor-tcp-nio-#",
            "reactor-tcp-epoll-#",
            "parallel-#",
            "single-#",
            "boundedElastic-#",
            "boundedElastic-evictor-#",
            "loomBoundedElastic-#",
            "task-#",
            "scheduling-#",
            "SimpleAsyncTaskExecutor-#",
            "ThreadPoolTaskExecutor-#",
            "applicationTaskExecutor-#",
            "taskExecutor-#",
            "MvcAsync#",
            "http-nio-#-exec-#",
            "http-nio#-#-exec-#",
            "https-jsse-nio-#-exec-#",
            "https-openssl-nio-#-exec-#",
            "http-apr-#-exec-#",
            "tomcat-handler-#",
            "qtp#-#",
            "XNIO-# task-#",
            "XNIO-# I/O-#",
            "vert.x-eventloop-thread-#",
            "vert.x-worker-thread-#",
            "vert.x-internal-blocking-#",
            "vert.x-virtual-thread-#",
            "executor-thread-#",
            "quarkus-virtual-thread-#",
            "nioEventLoopGroup-#-#",
            "epollEventLoopGroup-#-#",
            "multiThreadIoEventLoopGroup-#-#",
            "default-nioEventLoopGroup-#-#",
            "grpc-default-executor-#",
            "grpc-default-worker-ELG-#-#",
            "DefaultDispatcher-worker-#",
            "kotlinx.coroutines.DefaultExecutor",
            "OkHttp Dispatcher",
            "OkHttp TaskRunner",
            "sdk-async-response-#-#",
            "aws-java-sdk-NettyEventLoop-#-#",
            "RxCachedThreadScheduler-#",
            "RxComputationThreadPool-#",
            "RxSingleScheduler-#",
            "RxNewThreadScheduler-#",
            "helidon-#",
            "default-executor-#",
            "io-executor-thread-#",
            "agent-profiler-core",
            "agent-profiler-writer",
            "Test worker");

    private static final int MOST_CHARS = 48;
    /** More digits may be a telephone number, or another number that means somebody. */
    private static final int MOST_DIGITS = 10;
    /** A power of two. */
    private static final int REMEMBERED = 64;

    private final String[] names = new String[REMEMBERED];
    private final long[] ids = new long[REMEMBERED];
    private final String[] written = new String[REMEMBERED];
    private final StringBuilder outline = new StringBuilder(MOST_CHARS);

    /**
     * Returns how a thread is called; {@code null} for none.
     *
     * @param reader says what may be written of other names
     */
    public String of(Thread thread, SpanReader reader) {
        if (thread == null) {
            return null;
        }
        String name = thread.getName();
        // a thread class of the application may have a number of its own making
        long id = thread.getClass().getClassLoader() == null ? thread.getId() : System.identityHashCode(thread);
        int place = (int) id & REMEMBERED - 1;
        // a thread may be renamed between two tasks
        if (names[place] != name || ids[place] != id) {
            names[place] = name;
            ids[place] = id;
            written[place] = written(name, id, reader);
        }
        return written[place];
    }

    /** Virtual threads have no name: so that they share none in the trace, their number stands in. */
    private String written(String name, long id, SpanReader reader) {
        if (name.isEmpty()) {
            return "virtual-" + id;
        }
        String text = reader.threadName(name);
        return text != null ? text : isKnown(name) ? name : "thread-" + id;
    }

    private boolean isKnown(String name) {
        if (name.length() > MOST_CHARS) {
            return false;
        }
        outline.setLength(0);
        int digits = 0;
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            boolean digit = c >= '0' && c <= '9';
            digits = digit ? digits + 1 : 0;
            if (digits > MOST_DIGITS) {
                return false;
            }
            if (!digit || digits == 1) {
                outline.append(digit ? '#' : c);
            }
        }
        return KNOWN.contains(outline.toString());
    }
}
