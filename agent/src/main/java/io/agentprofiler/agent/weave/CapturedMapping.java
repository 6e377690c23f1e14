// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.weave;

import io.agentprofiler.agent.engine.site.JoinPoint.Captures;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.description.annotation.AnnotationDescription;
import net.bytebuddy.description.method.MethodDescription;
import net.bytebuddy.description.method.ParameterDescription;
import net.bytebuddy.description.type.TypeDefinition;
import net.bytebuddy.description.type.TypeDescription;
import net.bytebuddy.implementation.bytecode.StackManipulation;
import net.bytebuddy.implementation.bytecode.assign.Assigner;
import net.bytebuddy.implementation.bytecode.assign.primitive.PrimitiveBoxingDelegate;
import net.bytebuddy.implementation.bytecode.constant.NullConstant;
import net.bytebuddy.implementation.bytecode.member.MethodVariableAccess;

/**
 * Fills the {@link Captured} parameters of a call site: with the object where the rule captures it, with {@code null}
 * where not.
 *
 * <p><b>Threading:</b> immutable.
 */
final class CapturedMapping implements Advice.OffsetMapping.Factory<Captured> {
    private static final Advice.OffsetMapping.Target NOTHING =
            new Advice.OffsetMapping.Target.ForStackManipulation(NullConstant.INSTANCE);

    private final Captures captures;
    private final boolean suspending;

    /**
     * Creates a mapping.
     *
     * @param suspending whether the last argument is a continuation, which is captured as such only
     */
    CapturedMapping(Captures captures, boolean suspending) {
        this.captures = captures;
        this.suspending = suspending;
    }

    @Override
    public Class<Captured> getAnnotationType() {
        return Captured.class;
    }

    @Override
    public Advice.OffsetMapping make(
            ParameterDescription.InDefinedShape target,
            AnnotationDescription.Loadable<Captured> annotation,
            AdviceType adviceType) {
        int what = annotation.getValue("value").resolve(Integer.class);
        return (type, method, assigner, offsets, sort) -> read(what, method, offsets);
    }

    private Advice.OffsetMapping.Target read(int what, MethodDescription method, Advice.ArgumentHandler offsets) {
        return switch (what) {
            case Captured.SELF ->
                captures.self() && !method.isStatic()
                        ? reference(offsets.argument(Advice.ArgumentHandler.THIS_REFERENCE))
                        : NOTHING;
            case Captured.RESULT ->
                captures.result() && !isVoid(method.getReturnType())
                        ? value(method.getReturnType(), offsets.returned())
                        : NOTHING;
            case Captured.CONTINUATION ->
                argument(method, method.getParameters().size() - 1, offsets);
            default ->
                what < method.getParameters().size() - (suspending ? 1 : 0) && (captures.args() & 1 << what) != 0
                        ? argument(method, what, offsets)
                        : NOTHING;
        };
    }

    private static Advice.OffsetMapping.Target argument(
            MethodDescription method, int number, Advice.ArgumentHandler offsets) {
        ParameterDescription parameter = method.getParameters().get(number);
        return value(parameter.getType(), offsets.argument(parameter.getOffset()));
    }

    private static boolean isVoid(TypeDefinition type) {
        return type.represents(void.class);
    }

    private static Advice.OffsetMapping.Target value(TypeDescription.Generic type, int offset) {
        if (!type.isPrimitive()) {
            return reference(offset);
        }
        StackManipulation boxing = PrimitiveBoxingDelegate.forPrimitive(type)
                .assignBoxedTo(
                        TypeDescription.Generic.OfNonGenericType.ForLoadedType.of(Object.class),
                        Assigner.DEFAULT,
                        Assigner.Typing.STATIC);
        return new Advice.OffsetMapping.Target.ForStackManipulation(
                new StackManipulation.Compound(MethodVariableAccess.of(type).loadFrom(offset), boxing));
    }

    private static Advice.OffsetMapping.Target reference(int offset) {
        return new Advice.OffsetMapping.Target.ForStackManipulation(MethodVariableAccess.REFERENCE.loadFrom(offset));
    }
}
