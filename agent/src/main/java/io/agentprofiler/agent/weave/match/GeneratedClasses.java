// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.weave.match;

/**
 * Recognises, by their names, classes that a library made at run time: JDK proxies, subclass proxies, mocks.
 *
 * <p>Such a class is no place where an operation happens. What a proxy is called for, it calls the real object for, and
 * that call is the one to see. What a mock is called for is done by nobody: the call tells the mock what to answer, asks
 * whether it was called, or gets an answer that was put there before. Callbacks are another matter: a proxy or a mock that
 * was handed over as a handler is the very object that hears of the end of an operation.
 *
 * <p><b>Threading:</b> any.
 */
final class GeneratedClasses {
    /** Mockito's subclasses, Spock's, and those that Byte Buddy makes where a library gives them no name of its own. */
    private static final String[] MARKS = {"$MockitoMock$", "$SpockMock$", "$ByteBuddy$"};

    private GeneratedClasses() {}

    /**
     * Answers whether a class is a JDK proxy, or a subclass made by one of the usual libraries.
     *
     * @param internalName with slashes
     */
    static boolean isGenerated(String internalName) {
        if (internalName.startsWith("$Proxy", internalName.lastIndexOf('/') + 1) || internalName.contains("$$")) {
            // "$$" is what CGLIB, Spring, Weld, Javassist and EasyMock put between the class and their own word
            return true;
        }
        for (String mark : MARKS) {
            if (internalName.contains(mark)) {
                return true;
            }
        }
        return false;
    }
}
