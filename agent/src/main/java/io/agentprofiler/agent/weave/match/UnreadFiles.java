// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.weave.match;

import io.agentprofiler.rules.compiled.ClassIndex;
import io.agentprofiler.rules.model.RunRules;
import java.util.BitSet;
import java.util.Set;

/**
 * Bundled rule files that are on and were not read yet, by number: tells which of them may mean a class.
 *
 * <p><b>Threading:</b> immutable; any thread.
 */
final class UnreadFiles {
    private final ClassIndex index;
    private final BitSet files;

    private UnreadFiles(ClassIndex index, BitSet files) {
        this.index = index;
        this.files = files;
    }

    static UnreadFiles of(RunRules rules, ClassIndex index) {
        BitSet files = new BitSet();
        for (int file = 0; file < rules.files(); file++) {
            files.set(file, !rules.isRead(file));
        }
        return new UnreadFiles(index, files);
    }

    boolean has(int file) {
        return files.get(file);
    }

    /** Returns all but one that was read meanwhile. */
    UnreadFiles without(int file) {
        BitSet rest = (BitSet) files.clone();
        rest.clear(file);
        return new UnreadFiles(index, rest);
    }

    /** Adds those that may name a class, with slashes; leaves nothing else in {@code toRead}. */
    void addNamed(String className, BitSet toRead) {
        index.addNamed(className, toRead);
        toRead.and(files);
    }

    /** Answers whether a method's name may be that of a method of a file. */
    boolean isMethod(int nameHash) {
        return index.isMethod(nameHash);
    }

    /** Adds the files, read or not, that mean such a method in subtypes of some type. */
    void addMethod(int nameHash, int descriptorHash, BitSet into) {
        index.addMethod(nameHash, descriptorHash, into);
    }

    boolean meansAny(BitSet of) {
        return files.intersects(of);
    }

    /** Adds those of the files {@code meaningMethods}, which mean methods of a class, that mean them in its supertypes. */
    void addAbove(Set<String> supertypes, BitSet meaningMethods, BitSet toRead) {
        meaningMethods.and(files);
        for (String type : supertypes) {
            if (type.equals(Supertypes.UNKNOWN)) {
                toRead.or(meaningMethods);
            }
            index.addAbove(type, toRead);
        }
        toRead.and(meaningMethods);
    }

    /** Adds those that may mean a loaded class. */
    void add(Class<?> type, BitSet toRead) {
        if (!files.isEmpty()) {
            index.addNamed(type.getName().replace('.', '/'), toRead);
            addAbove(type, toRead);
            toRead.and(files);
        }
    }

    private void addAbove(Class<?> type, BitSet toRead) {
        for (Class<?> c = type; c != null; c = c.getSuperclass()) {
            index.addAbove(c.getName().replace('.', '/'), toRead);
            for (Class<?> i : c.getInterfaces()) {
                addAbove(i, toRead);
            }
        }
    }
}
