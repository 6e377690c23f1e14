// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.build;

import java.util.ArrayList;
import java.util.List;
import net.bytebuddy.jar.asm.Handle;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.Type;

/**
 * A lambda expression, or a reference to a method.
 *
 * @param method the method of its interface
 * @param made what it captures, and its interface
 * @param erased the types of that method
 * @param body what it runs
 * @param actual the types that are passed to the method
 */
record Lambda(String method, Type made, Type erased, Handle body, Type actual) {
    private static final String FACTORY = "java/lang/invoke/LambdaMetafactory";

    /** Returns what an instruction makes, {@code null} when it is none that makes a lambda expression. */
    static Lambda of(String name, String descriptor, Handle bootstrap, Object[] arguments) {
        return bootstrap.getOwner().equals(FACTORY) && bootstrap.getName().equals("metafactory")
                ? new Lambda(name, Type.getMethodType(descriptor), (Type) arguments[0], (Handle) arguments[1], (Type)
                        arguments[2])
                : null;
    }

    Type[] captured() {
        return made.getArgumentTypes();
    }

    /** Returns the types that the body is given, the object it is a method of included. */
    List<Type> taken() {
        List<Type> taken = new ArrayList<>();
        int kind = body.getTag();
        if (kind != Opcodes.H_INVOKESTATIC && kind != Opcodes.H_NEWINVOKESPECIAL) {
            taken.add(Type.getObjectType(body.getOwner()));
        }
        taken.addAll(List.of(Type.getArgumentTypes(body.getDesc())));
        return taken;
    }

    Type returned() {
        return body.getTag() == Opcodes.H_NEWINVOKESPECIAL
                ? Type.getObjectType(body.getOwner())
                : Type.getReturnType(body.getDesc());
    }

    boolean isPlain() {
        List<Type> taken = taken();
        Type[] captured = captured();
        Type[] given = erased.getArgumentTypes();
        if (taken.size() != captured.length + given.length) {
            return false;
        }
        for (int i = 0; i < captured.length; i++) {
            int sort = captured[i].getSort();
            boolean kept = sort != Type.FLOAT && sort != Type.DOUBLE && captured[i].equals(taken.get(i));
            if (!kept && !Conversion.isObject(captured[i])) {
                return false;
            }
        }
        for (int i = 0; i < given.length; i++) {
            Type actually = actual.getArgumentTypes()[i];
            if (!Conversion.isPlain(given[i], actually, taken.get(captured.length + i))) {
                return false;
            }
        }
        return erased.getReturnType() == Type.VOID_TYPE
                || Conversion.isPlain(returned(), actual.getReturnType(), erased.getReturnType());
    }
}
