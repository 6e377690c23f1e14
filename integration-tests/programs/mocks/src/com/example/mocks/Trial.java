// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.mocks;

/** Something that is tried, and goes well or does not. */
@FunctionalInterface
interface Trial {
    /** Tries it, and says what is worth comparing; {@code ok} when nothing is. */
    String run() throws Throwable;

    /** Runs a trial; a failure is an outcome like any other. */
    static String outcome(Trial trial) {
        try {
            return trial.run();
        } catch (VirtualMachineError e) {
            throw e;
        } catch (Throwable t) {
            return t.getClass().getName();
        }
    }

    /** Expects the very object. */
    static void same(Object expected, Object actual) {
        // a primitive comes back in another box
        boolean boxed = expected instanceof Number || expected instanceof Boolean;
        if (expected != actual && !(boxed && expected.equals(actual))) {
            throw new AssertionError("another object came back");
        }
    }

    @SuppressWarnings("unchecked")
    static <E extends Throwable> E sneaky(Throwable t) throws E {
        throw (E) t;
    }
}
