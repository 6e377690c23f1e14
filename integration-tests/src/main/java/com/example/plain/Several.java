// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.plain;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;

/** Runs programs one after another, each with a model server of its own. Ends the JVM, whatever threads they left. */
public final class Several {
    /** The argument that precedes each program: then come the base URL of its server, its class and its arguments. */
    public static final String PROGRAM = "--program";

    private Several() {}

    /** Runs the programs. */
    public static void main(String[] args) throws Throwable {
        Iterator<String> words = Arrays.asList(args).iterator();
        words.next();
        while (words.hasNext()) {
            System.setProperty("openai.baseUrl", words.next());
            Class<?> program = Class.forName(words.next());
            program.getMethod("main", String[].class).invoke(null, (Object) arguments(words));
        }
        System.exit(0);
    }

    private static String[] arguments(Iterator<String> words) {
        List<String> arguments = new ArrayList<>();
        while (words.hasNext()) {
            String word = words.next();
            if (word.equals(PROGRAM)) {
                break;
            }
            arguments.add(word);
        }
        return arguments.toArray(String[]::new);
    }
}
