// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.planted;

import com.example.agents.SimpleAssistant;
import dev.langchain4j.service.AiServices;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;

/** Causes that lie in the JVM: locks, garbage, computing, and what only the first call pays for. */
final class JvmCauses {
    private JvmCauses() {}

    static Map<String, Workload.Cause> all() {
        return Map.ofEntries(
                Map.entry("cpu-bound-tool", JvmCauses::cpuBoundTool),
                Map.entry("garbage", JvmCauses::garbage),
                Map.entry("lock", JvmCauses::lock),
                Map.entry("cold-start", JvmCauses::coldStart));
    }

    private static Workload.Agent cpuBoundTool(boolean planted) {
        SimpleAssistant assistant = assistant(new ShopTools().with("search", query -> {
            compute(planted ? 150_000_000L : 5_000_000L);
            return "found " + query;
        }));
        return n -> assistant.chat("Find " + n + " [[search(query=lamp " + n + "); say 20]]");
    }

    /** Computes until the thread has used so much CPU time. */
    private static void compute(long nanos) {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        long end = threads.getCurrentThreadCpuTime() + nanos;
        long value = 1;
        while (threads.getCurrentThreadCpuTime() < end) {
            for (int i = 0; i < 10_000; i++) {
                value = value * 6_364_136_223_846_793_005L + 1;
            }
        }
        if (value == 0) {
            throw new IllegalStateException("cannot be: the sequence has a full period of odd steps");
        }
    }

    /**
     * A tool holds much and makes much that lives too long to die young, so the collector has to go through all of it again and
     * again.
     */
    private static Workload.Agent garbage(boolean planted) {
        List<Object> held = new ArrayList<>();
        if (planted) {
            for (int i = 0; i < 450_000; i++) {
                held.add(new long[8]);
            }
        }
        Deque<List<Object>> recent = new ArrayDeque<>();
        SimpleAssistant assistant = assistant(new ShopTools().with("search", query -> {
            int total = held.isEmpty() ? 0 : 1;
            for (int i = 0; i < (planted ? 90 : 1); i++) {
                List<Object> young = new ArrayList<>();
                for (int k = 0; k < 3_000; k++) {
                    young.add(new byte[512]);
                }
                total += young.size();
                recent.add(young);
                if (recent.size() > 15) {
                    recent.remove();
                }
            }
            return "found " + total;
        }));
        return n -> assistant.chat("Find " + n + " [[search(query=lamp " + n + "); say 20]]");
    }

    /** Workflows run at the same time, and a tool lets one of them in. */
    private static Workload.Agent lock(boolean planted) {
        Object till = new Object();
        SimpleAssistant assistant = assistant(new ShopTools().with("pay", order -> {
            if (planted) {
                synchronized (till) {
                    Workload.await(60);
                }
            } else {
                Workload.await(60);
            }
            return "paid " + order;
        }));
        return n -> assistant.chat("Pay " + n + " [[pay(order=" + n + "); say 10]]");
    }

    private static Workload.Agent coldStart(boolean planted) {
        AtomicBoolean loaded = new AtomicBoolean(!planted);
        SimpleAssistant assistant = assistant(new ShopTools().with("search", query -> {
            if (loaded.compareAndSet(false, true)) {
                Workload.await(3_000);
            }
            Workload.await(15);
            return "found " + query;
        }));
        return n -> assistant.chat("Find " + n + " [[search(query=lamp " + n + "); say 20]]");
    }

    private static SimpleAssistant assistant(ShopTools tools) {
        return AiServices.builder(SimpleAssistant.class)
                .chatModel(Models.small())
                .tools(tools)
                .build();
    }
}
