// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.plain;

import java.util.ArrayList;
import java.util.List;

/** Works with objects whose every method throws but the one it needs. */
public final class Hostile {
    private Hostile() {}

    /** An object whose methods nobody should call. */
    public static final class Thorny {
        /** Throws. */
        public String name() {
            throw new IllegalStateException("do not touch");
        }

        /** Throws an error. */
        public int size() {
            throw new StackOverflowError();
        }

        @Override
        public String toString() {
            throw new UnsupportedOperationException();
        }

        @Override
        public int hashCode() {
            throw new UnsupportedOperationException();
        }

        @Override
        public boolean equals(Object other) {
            throw new UnsupportedOperationException();
        }
    }

    /** Takes and returns such objects. */
    static Thorny pass(Thorny thorny) {
        return thorny;
    }

    /** Runs the program. */
    public static void main(String[] args) {
        List<Thorny> passed = new ArrayList<>();
        for (int i = 0; i < 500; i++) {
            Thorny thorny = new Thorny();
            passed.add(thorny);
            if (pass(thorny) != thorny) {
                throw new IllegalStateException("not the same object");
            }
        }
        System.out.println("passed " + passed.size());
    }
}
