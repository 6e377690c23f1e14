// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.rules.check;

import io.agentprofiler.rules.check.type.Signatures;
import io.agentprofiler.rules.check.type.TypeRef;
import io.agentprofiler.rules.classfile.ClassFile;
import io.agentprofiler.rules.model.MethodSignature;
import java.util.List;

/**
 * A method a rule applies to.
 *
 * @param in the class that declares it
 * @param method the method
 * @param types its types, generic where the class file says so
 * @param meant the rule's signature that means it
 */
public record MatchedMethod(
        ClassFile in, ClassFile.Method method, Signatures.MethodTypes types, MethodSignature meant) {
    /** Answers whether a method is one a signature means. */
    static boolean matches(MethodSignature signature, ClassFile.Method method) {
        if (method.isBridge() || method.name().startsWith("<")) {
            return false;
        }
        Signatures.MethodTypes erased = Signatures.method(method.descriptor());
        List<String> parameters =
                erased.parameters().stream().map(MatchedMethod::name).toList();
        return (signature.name().equals("*") || signature.name().equals(method.name()))
                && (signature.parameters() == null || signature.parameters().equals(parameters))
                && (signature.returns() == null || signature.returns().equals(name(erased.returns())));
    }

    static String name(TypeRef erased) {
        return erased instanceof TypeRef.Array array ? name(array.element()) + "[]" : ((TypeRef.Named) erased).name();
    }
}
