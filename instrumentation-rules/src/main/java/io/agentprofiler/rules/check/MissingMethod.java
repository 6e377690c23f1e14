// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.rules.check;

import io.agentprofiler.rules.check.type.ClassPath;
import io.agentprofiler.rules.check.type.Signatures;
import io.agentprofiler.rules.check.type.TypeRef;
import io.agentprofiler.rules.check.type.Types;
import io.agentprofiler.rules.classfile.ClassFile;
import io.agentprofiler.rules.model.Match;
import io.agentprofiler.rules.model.MethodSignature;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;

/** Says why a method that a rule names is not found where the rule looks for it. */
public record MissingMethod(ClassPath classPath, Types types) {
    private static final int MOST = 6;
    private static final Set<String> PRIMITIVES =
            Set.of("boolean", "byte", "short", "char", "int", "long", "float", "double", "void");

    /** Returns that the method is not there. */
    public static String bare(Match match, MethodSignature signature) {
        return "no method " + text(signature) + " in " + match.type();
    }

    /** Returns that the method is not there, and what is to be done about it. */
    public String tell(Match match, List<ClassFile> classes, MethodSignature signature) {
        String missing = bare(match, signature);
        if (match.by() == Match.By.PREFIX) {
            return missing;
        }
        TreeSet<String> others = new TreeSet<>();
        boolean isAbstract = false;
        for (ClassFile file : classes) {
            for (TypeRef.Named each :
                    types.hierarchy(new TypeRef.Named(file.name(), List.of())).values()) {
                ClassFile above = classPath.find(each.name());
                for (ClassFile.Method method : above == null ? List.<ClassFile.Method>of() : above.methods()) {
                    if (!method.name().equals(signature.name()) || method.isBridge()) {
                        continue;
                    }
                    if (above == file && method.isAbstract() && MatchedMethod.matches(signature, method)) {
                        isAbstract = true;
                    }
                    others.add(written(method, each.name().equals(file.name()) ? "" : " in " + each.name()));
                }
            }
        }
        if (isAbstract) {
            return missing
                    + " that has a body: it is abstract there; write \"subtypeOf\" in place of \"class\" to trace its"
                    + " implementations";
        }
        String simple = simpleName(signature);
        String hint = simple == null
                ? ""
                : "; '" + simple + "' is written without its package, types need it, for example java.lang.String";
        if (others.isEmpty()) {
            return missing + hint;
        }
        String list = String.join(", ", others.stream().limit(MOST).toList());
        return missing + hint + "; there " + (others.size() == 1 ? "is " : "are ") + list
                + (others.size() > MOST ? " and " + (others.size() - MOST) + " more" : "");
    }

    private static String simpleName(MethodSignature signature) {
        if (signature.parameters() != null) {
            for (String type : signature.parameters()) {
                if (isSimple(type)) {
                    return type;
                }
            }
        }
        return signature.returns() != null && isSimple(signature.returns()) ? signature.returns() : null;
    }

    private static boolean isSimple(String type) {
        String element = type.replace("[]", "");
        return element.indexOf('.') < 0 && !PRIMITIVES.contains(element);
    }

    private static String written(ClassFile.Method method, String where) {
        Signatures.MethodTypes types = Signatures.method(method.descriptor());
        String parameters = String.join(
                ",", types.parameters().stream().map(MatchedMethod::name).toList());
        return method.name() + "(" + parameters + "):" + MatchedMethod.name(types.returns()) + where;
    }

    public static String text(MethodSignature signature) {
        String parameters = signature.parameters() == null ? ".." : String.join(",", signature.parameters());
        return signature.name() + "(" + parameters + "):" + Objects.requireNonNullElse(signature.returns(), "*");
    }
}
