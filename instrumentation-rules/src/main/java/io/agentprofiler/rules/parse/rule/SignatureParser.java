// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.rules.parse.rule;

import io.agentprofiler.rules.model.MethodSignature;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Reads {@code name(java.lang.String,int):java.lang.Object}.
 *
 * <p>{@code name} alone, or {@code name(..)}, means any parameters; without {@code :type}, or with {@code :*}, any result
 * is meant.
 */
public final class SignatureParser {
    private static final String TYPE_HINT =
            "an erased, fully qualified type, for example java.util.List, int or a.B$C[]";
    // a hyphen: what Kotlin appends to the names of methods that take or return inline classes
    private static final Pattern NAME = Pattern.compile("\\*|[\\p{L}_$][\\p{L}\\p{N}_$-]*");
    private static final Pattern TYPE =
            Pattern.compile("[\\p{L}_$][\\p{L}\\p{N}_$]*(\\.[\\p{L}_$][\\p{L}\\p{N}_$]*)*(\\[])*");
    /** Types people write without their package, though a name without a package is one of no package. */
    private static final Set<String> JAVA_LANG = Set.of(
            "String",
            "Object",
            "Integer",
            "Long",
            "Double",
            "Float",
            "Boolean",
            "Short",
            "Byte",
            "Character",
            "Void",
            "Number",
            "CharSequence",
            "Iterable",
            "Runnable",
            "Throwable",
            "Exception",
            "Class",
            "Enum",
            "Record");

    private SignatureParser() {}

    /** @throws SignatureException with one line saying what is wrong */
    public static MethodSignature parse(String text) throws SignatureException {
        int open = text.indexOf('(');
        int close = text.indexOf(')');
        if (open < 0) {
            if (close >= 0 || text.indexOf(':') >= 0) {
                throw wrong(text, "name(parameter types):return type");
            }
            return new MethodSignature(name(text, text), null, null);
        }
        if (close < open) {
            throw wrong(text, "')' after the parameter types");
        }
        String after = text.substring(close + 1);
        if (!after.isEmpty() && !after.startsWith(":")) {
            throw wrong(text, "':' and the return type after ')'");
        }
        return new MethodSignature(
                name(text, text.substring(0, open)),
                parameters(text, text.substring(open + 1, close)),
                after.isEmpty() || after.equals(":*") ? null : type(text, after.substring(1), true));
    }

    private static String name(String text, String name) throws SignatureException {
        if (!NAME.matcher(name).matches()) {
            throw wrong(text, "a method name or *; constructors are not traced");
        }
        return name;
    }

    private static List<String> parameters(String text, String list) throws SignatureException {
        if (list.equals("..")) {
            return null;
        }
        List<String> types = new ArrayList<>();
        if (!list.isBlank()) {
            for (String type : list.split(",", -1)) {
                types.add(type(text, type.strip(), false));
            }
        }
        return types;
    }

    private static String type(String text, String type, boolean result) throws SignatureException {
        if (!TYPE.matcher(type).matches()
                || (type.startsWith("void") && !(result && type.equals("void")) && !type.contains("."))) {
            throw new SignatureException("method '" + text + "': found type '" + type + "', expected " + TYPE_HINT);
        }
        String element = type.replace("[]", "");
        if (JAVA_LANG.contains(element)) {
            throw new SignatureException("method '" + text + "': found type '" + type
                    + "', expected a fully qualified one: " + "java.lang." + type);
        }
        return type;
    }

    /** Whether the text is a fully qualified class name. */
    public static boolean isClassName(String text) {
        return TYPE.matcher(text).matches() && !text.endsWith("]");
    }

    private static SignatureException wrong(String text, String expected) {
        return new SignatureException("method '" + text + "': expected " + expected
                + ", for example chat(java.lang.String,int):java.lang.Object");
    }

    /** A signature that is not one. */
    public static final class SignatureException extends Exception {
        private static final long serialVersionUID = 1L;

        SignatureException(String message) {
            super(message);
        }
    }
}
