// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.rules.access;

import java.lang.reflect.Proxy;

/** Recognises classes made at run time to stand before another: JDK proxies, mocks, and subclass proxies of the usual libraries. */
public final class StandIns {
    private StandIns() {}

    /** Answers whether a class is one. Lambdas are none: nothing stands behind them. */
    public static boolean isOne(Class<?> type) {
        if (Proxy.isProxyClass(type)) {
            return true;
        }
        String name = type.getName();
        if (name.contains("$$Lambda")) {
            return false;
        }
        boolean made = name.contains("$$") || name.contains("$ByteBuddy$") || name.contains("$MockitoMock$");
        return made && !ClassAccess.of(type).isCompiled();
    }

    /** Answers whether an interface says nothing but what made a class. */
    public static boolean isMark(Class<?> type) {
        return !ClassAccess.of(type).isCompiled();
    }
}
