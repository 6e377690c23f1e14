// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.rules.access.lookup;

import java.util.List;

/**
 * The class loaders that may be asked for a class file: the JDK's own, and those of application servers and launchers that
 * {@code rules/types/loaders} lists. To ask any other would run code of the application.
 *
 * <p><b>Threading:</b> any thread.
 */
public final class AskedLoaders {
    /** Read when the first class loader is met that is not the JDK's. */
    private static final class Listed {
        static final List<String> PREFIXES = ListFile.read("/rules/types/loaders").stream()
                .map(words -> words[0])
                .toList();
    }

    private AskedLoaders() {}

    /** Answers whether a loader and all of its parents, which it asks in turn, may be asked; {@code null} is the JVM's own. */
    public static boolean contain(ClassLoader loader) {
        for (ClassLoader at = loader; at != null; at = at.getParent()) {
            if (!isKnown(at.getClass())) {
                return false;
            }
        }
        return true;
    }

    private static boolean isKnown(Class<?> type) {
        if (ClassFiles.isOfTheJdk(type)) {
            return true;
        }
        for (String prefix : Listed.PREFIXES) {
            if (type.getName().startsWith(prefix)) {
                return true;
            }
        }
        return false;
    }
}
