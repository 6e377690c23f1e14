// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.rules.classfile;

import java.util.ArrayList;
import java.util.List;

/** Takes descriptors apart (JVM specification 4.3). */
public final class Descriptors {
    private Descriptors() {}

    /** Returns the descriptors of a method's parameters. */
    public static List<String> arguments(String method) {
        List<String> arguments = new ArrayList<>();
        int at = 1;
        while (method.charAt(at) != ')') {
            int end = at;
            while (method.charAt(end) == '[') {
                end++;
            }
            end = method.charAt(end) == 'L' ? method.indexOf(';', end) + 1 : end + 1;
            arguments.add(method.substring(at, end));
            at = end;
        }
        return arguments;
    }

    /** Returns the descriptor of what a method returns. */
    public static String result(String method) {
        return method.substring(method.indexOf(')') + 1);
    }

    /** Answers whether a value of the type takes two slots. */
    static boolean isWide(String type) {
        return type.equals("J") || type.equals("D");
    }
}
