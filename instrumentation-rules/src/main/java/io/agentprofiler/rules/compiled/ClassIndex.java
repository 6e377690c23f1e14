// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.rules.compiled;

import io.agentprofiler.rules.model.Match;
import io.agentprofiler.rules.model.MethodSignature;
import io.agentprofiler.rules.model.Rule;
import io.agentprofiler.rules.model.RuleFile;
import io.agentprofiler.shared.schema.SpanKind;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.TreeMap;

/**
 * Which rule files may mean a class, told by their positions, before any of their rules is read. A class that a rule means is always
 * found. The index knows hashes only: where two names have the same, a file is read for nothing.
 *
 * <p><b>Threading:</b> immutable; any thread.
 */
public final class ClassIndex {
    /** Of no files. */
    public static final ClassIndex EMPTY = new ClassIndex(Hashes.NONE, Hashes.NONE, Hashes.NONE, new int[0]);

    /** Classes that a rule names, with slashes; packages, and prefixes of nested classes, with their last separator. */
    private final Hashes names;
    /** Types whose subtypes a rule means. */
    private final Hashes above;
    /** Names and descriptors of the methods that are meant in subtypes. */
    private final Hashes methods;

    private final int[] methodNames;

    private ClassIndex(Hashes names, Hashes above, Hashes methods, int[] methodNames) {
        this.names = names;
        this.above = above;
        this.methods = methods;
        this.methodNames = methodNames;
    }

    /**
     * Returns the index of some files.
     *
     * @throws IllegalArgumentException when a rule's match is too wide for an index: bundled rules give full signatures
     */
    public static ClassIndex of(List<RuleFile> files) {
        Draft names = new Draft();
        Draft above = new Draft();
        Draft methods = new Draft();
        Draft methodNames = new Draft();
        for (int i = 0; i < files.size(); i++) {
            for (String prefix : files.get(i).packages()) {
                names.add(internal(prefix), i);
            }
            for (Rule rule : files.get(i).rules()) {
                Match match = rule.match();
                String type = internal(match.type());
                if (match.by() == Match.By.PREFIX && !isSeparator(type.charAt(type.length() - 1))) {
                    throw new IllegalArgumentException(
                            rule.qualifiedId() + ": a bundled rule's prefix ends with a dot or a dollar sign");
                }
                names.add(type, i);
                if (rule.kind() == SpanKind.LLM && type.indexOf('/') >= 0) {
                    // classes beside it that make the same calls, which no rule may mean
                    names.add(type.substring(0, type.lastIndexOf('/') + 1), i);
                }
                if (match.by() == Match.By.SUBTYPE) {
                    above.add(type, i);
                    for (MethodSignature method : match.methods()) {
                        methods.add(hash(method), i);
                        methodNames.add(method.name(), i);
                    }
                }
            }
        }
        return new ClassIndex(names.hashes(), above.hashes(), methods.hashes(), methodNames.keys());
    }

    private static int hash(MethodSignature method) {
        if (method.parameters() == null
                || method.returns() == null
                || method.name().equals("*")) {
            throw new IllegalArgumentException("a bundled rule gives the full signature, not " + method);
        }
        StringBuilder descriptor = new StringBuilder("(");
        for (String parameter : method.parameters()) {
            descriptor.append(descriptor(parameter));
        }
        return hash(
                method.name().hashCode(),
                descriptor
                        .append(')')
                        .append(descriptor(method.returns()))
                        .toString()
                        .hashCode());
    }

    private static int hash(int name, int descriptor) {
        return 31 * name + descriptor;
    }

    private static String descriptor(String type) {
        if (type.endsWith("[]")) {
            return "[" + descriptor(type.substring(0, type.length() - 2));
        }
        return switch (type) {
            case "boolean" -> "Z";
            case "byte" -> "B";
            case "char" -> "C";
            case "short" -> "S";
            case "int" -> "I";
            case "long" -> "J";
            case "float" -> "F";
            case "double" -> "D";
            case "void" -> "V";
            default -> "L" + internal(type) + ";";
        };
    }

    private static String internal(String name) {
        return name.replace('.', '/');
    }

    private static boolean isSeparator(char c) {
        return c == '/' || c == '$';
    }

    /** Adds the files that a class is of by its name, given with slashes. */
    public void addNamed(String className, BitSet files) {
        int hash = 0;
        int length = className.length();
        for (int i = 0; i < length; i++) {
            char c = className.charAt(i);
            hash = 31 * hash + c;
            if (isSeparator(c) || i == length - 1) {
                names.addFiles(hash, files);
            }
        }
    }

    /** Answers whether a method with a name of this hash is meant in subtypes of some type. */
    public boolean isMethod(int nameHash) {
        return Arrays.binarySearch(methodNames, nameHash) >= 0;
    }

    /** Adds the files that mean a method in subtypes of some type, given hashes of its name and its descriptor. */
    public void addMethod(int nameHash, int descriptorHash, BitSet files) {
        methods.addFiles(hash(nameHash, descriptorHash), files);
    }

    /** Adds the files that mean subtypes of a type, given with slashes. */
    public void addAbove(String typeName, BitSet files) {
        above.addFiles(typeName.hashCode(), files);
    }

    void write(Output out) {
        names.write(out);
        above.write(out);
        methods.write(out);
        out.number(methodNames.length);
        for (int hash : methodNames) {
            out.bits(hash);
        }
    }

    static ClassIndex read(Input in) {
        Hashes names = Hashes.read(in);
        Hashes above = Hashes.read(in);
        Hashes methods = Hashes.read(in);
        int[] methodNames = new int[in.number()];
        for (int i = 0; i < methodNames.length; i++) {
            methodNames[i] = in.bits();
        }
        return new ClassIndex(names, above, methods, methodNames);
    }

    private static final class Draft {
        private final TreeMap<Integer, BitSet> files = new TreeMap<>();

        void add(String name, int file) {
            add(name.hashCode(), file);
        }

        void add(int hash, int file) {
            files.computeIfAbsent(hash, key -> new BitSet()).set(file);
        }

        int[] keys() {
            int[] keys = new int[files.size()];
            int count = 0;
            for (int hash : files.keySet()) {
                keys[count++] = hash;
            }
            return keys;
        }

        Hashes hashes() {
            int size = files.values().stream().mapToInt(BitSet::cardinality).sum();
            int[] hashes = new int[size];
            int[] of = new int[size];
            int count = 0;
            for (var entry : files.entrySet()) {
                for (int file = entry.getValue().nextSetBit(0);
                        file >= 0;
                        file = entry.getValue().nextSetBit(file + 1)) {
                    hashes[count] = entry.getKey();
                    of[count++] = file;
                }
            }
            return new Hashes(hashes, of);
        }
    }

    /** Files by hash; a hash of several files is there several times. */
    private static final class Hashes {
        static final Hashes NONE = new Hashes(new int[0], new int[0]);

        private final int[] hashes;
        private final int[] files;

        Hashes(int[] hashes, int[] files) {
            this.hashes = hashes;
            this.files = files;
        }

        void addFiles(int hash, BitSet into) {
            int found = Arrays.binarySearch(hashes, hash);
            for (int i = found; i >= 0 && hashes[i] == hash; i--) {
                into.set(files[i]);
            }
            for (int i = found + 1; found >= 0 && i < hashes.length && hashes[i] == hash; i++) {
                into.set(files[i]);
            }
        }

        void write(Output out) {
            out.number(hashes.length);
            for (int i = 0; i < hashes.length; i++) {
                out.bits(hashes[i]);
                out.number(files[i]);
            }
        }

        static Hashes read(Input in) {
            int count = in.number();
            int[] hashes = new int[count];
            int[] files = new int[count];
            for (int i = 0; i < count; i++) {
                hashes[i] = in.bits();
                files[i] = in.number();
            }
            return new Hashes(hashes, files);
        }
    }
}
