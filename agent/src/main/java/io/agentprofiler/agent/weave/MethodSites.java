// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.weave;

import io.agentprofiler.agent.engine.site.JoinPoint;
import io.agentprofiler.agent.weave.link.RuleSites;
import io.agentprofiler.agent.weave.match.ParameterAnnotations;
import io.agentprofiler.agent.weave.match.WovenMethod;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import net.bytebuddy.jar.asm.AnnotationVisitor;
import net.bytebuddy.jar.asm.Handle;
import net.bytebuddy.jar.asm.Label;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.Type;

/**
 * Puts the call sites of rules around the body of one method, so that it becomes
 *
 * <pre>
 *   handles = null
 *   for each rule, the first one first:
 *       try { handle = enter(this, arguments) } catch (Throwable t) {}
 *   for each rule that names an argument that brings elements:
 *       try { if ((other = give(handle)) != null) argument = other } catch (Throwable t) {}
 *   for each rule that a recording may answer, inside of the next try:
 *       if ((answer = replay(handle, this, arguments)) != null) return answer[0]
 *   try { result = body; thrown = null } catch (Throwable t) { result = default; thrown = t }
 *   for each rule, the last one first:
 *       try { exit(handle, result, thrown) } catch (Throwable t) {}
 *   if (thrown != null) throw thrown; else return result
 * </pre>
 *
 * <p>The handlers around the sites are for what even an empty call can throw: a stack overflow or a failed link must not surface in
 * the application because of us. New variables lie behind all of the method's own, which keep their numbers, and each of the
 * method's stack map frames gets the handles added.
 *
 * <p>Not for constructors and class initializers, nor for methods without a body. Needs expanded frames.
 *
 * <p><b>Threading:</b> belongs to one thread.
 */
final class MethodSites extends StackSlots {
    private static final String OBJECT = "java/lang/Object";
    private static final String THROWABLE = "java/lang/Throwable";
    /** One for all exits, so that the JVM makes one chain of method handles; most have no use for what it returns. */
    private static final String EXIT = "(Ljava/lang/Object;Ljava/lang/Object;Ljava/lang/Throwable;)Ljava/lang/Object;";

    private static final String ENTER =
            "(" + "Ljava/lang/Object;".repeat(1 + JoinPoint.MAX_ARGS) + ")Ljava/lang/Object;";
    private static final String ENTER_SUSPENDING =
            "(" + "Ljava/lang/Object;".repeat(2 + JoinPoint.MAX_ARGS) + ")Ljava/lang/Object;";
    private static final String REPLAY =
            "(" + "Ljava/lang/Object;".repeat(2 + JoinPoint.MAX_ARGS) + ")[Ljava/lang/Object;";
    private static final String GIVE = "(Ljava/lang/Object;)Ljava/lang/Object;";
    private static final String ARRAY = "[Ljava/lang/Object;";
    /** What is pushed at most: everything a site can take, and a number of two slots before it is boxed. */
    private static final int STACK = 2 + JoinPoint.MAX_ARGS + 2;

    private final String owner;
    private final boolean isStatic;
    private final String name;
    private final Type[] arguments;
    private final Type returned;
    private final int ownLocals;
    private final List<RuleSite> sites;
    private final Handle bootstrap;
    private final int session;
    private final String returns;
    /** Of each parameter; {@code null} as long as none has any. */
    private List<List<String>> annotations;

    private String encodedAnnotations;

    private final int result;
    private final int thrown;
    private final int replacement;
    private final StackMap frames;
    private final Label bodyStart = new Label();
    private final Label bodyEnd = new Label();
    private final Label hasReturned = new Label();

    /**
     * Creates a visitor of the method's own code.
     *
     * @param owner internal name of the class
     * @param method the method, and how many slots its own variables take, arguments included
     * @param sites the rules, the outermost first
     * @param bootstrap what the call sites name as their bootstrap method
     * @param session the linker's, by which it knows its call sites
     */
    MethodSites(
            MethodVisitor next,
            String owner,
            int access,
            WovenMethod method,
            List<RuleSite> sites,
            Handle bootstrap,
            int session) {
        super(next);
        this.owner = owner;
        this.isStatic = (access & Opcodes.ACC_STATIC) != 0;
        this.name = method.name();
        this.arguments = Type.getArgumentTypes(method.descriptor());
        this.returned = Type.getReturnType(method.descriptor());
        this.ownLocals = method.locals();
        this.sites = sites;
        this.bootstrap = bootstrap;
        this.session = session;
        this.returns = nameOf(returned);
        this.result = ownLocals + sites.size();
        this.thrown = result + returned.getSize();
        this.replacement = thrown + 1;
        this.frames = new StackMap(next, arguments());
    }

    @Override
    public AnnotationVisitor visitParameterAnnotation(int parameter, String descriptor, boolean visible) {
        if (annotations == null) {
            annotations = new ArrayList<>(arguments.length);
            for (int i = 0; i < arguments.length; i++) {
                annotations.add(new ArrayList<>(0));
            }
        }
        annotations.get(parameter).add(Type.getType(descriptor).getClassName());
        return super.visitParameterAnnotation(parameter, descriptor, visible);
    }

    @Override
    public void visitCode() {
        super.visitCode();
        encodedAnnotations = annotations == null ? "" : ParameterAnnotations.encode(annotations);
        for (int i = 0; i < sites.size(); i++) {
            mv.visitInsn(Opcodes.ACONST_NULL);
            mv.visitVarInsn(Opcodes.ASTORE, ownLocals + i);
        }
        Object[] entered = enteredLocals();
        for (int i = 0; i < sites.size(); i++) {
            enter(sites.get(i), ownLocals + i, entered);
        }
        for (int i = 0; i < sites.size(); i++) {
            if (isObject(sites.get(i).given())) {
                give(sites.get(i), ownLocals + i, entered);
            }
        }
        // the body may begin with a frame of its own, and two cannot be in one place
        mv.visitInsn(Opcodes.NOP);
        mv.visitLabel(bodyStart);
        for (int i = 0; i < sites.size(); i++) {
            if (sites.get(i).replays()) {
                replay(sites.get(i), ownLocals + i, entered);
            }
        }
    }

    private boolean isObject(int argument) {
        return argument >= 0 && argument < arguments.length && arguments[argument].getSort() == Type.OBJECT;
    }

    /** Puts what the site answers, if it does, in the place of the argument that brings elements. */
    private void give(RuleSite site, int handle, Object[] locals) {
        Type argument = arguments[site.given()];
        Label start = new Label();
        Label end = new Label();
        Label keeps = new Label();
        mv.visitLabel(start);
        mv.visitVarInsn(Opcodes.ALOAD, handle);
        mv.visitInvokeDynamicInsn(RuleSites.GIVE, GIVE, bootstrap, constants(site));
        mv.visitVarInsn(Opcodes.ASTORE, replacement);
        mv.visitVarInsn(Opcodes.ALOAD, replacement);
        mv.visitJumpInsn(Opcodes.IFNULL, keeps);
        mv.visitVarInsn(Opcodes.ALOAD, replacement);
        mv.visitTypeInsn(Opcodes.CHECKCAST, argument.getInternalName());
        mv.visitVarInsn(Opcodes.ASTORE, slotOf(site.given()));
        mv.visitLabel(keeps);
        frame(locals);
        mv.visitInsn(Opcodes.NOP);
        mv.visitLabel(end);
        ignoreFailures(start, end, locals);
    }

    /** Goes to the exits with what a recording answers, if it does. What the site throws is taken for the method's own failure. */
    private void replay(RuleSite site, int handle, Object[] locals) {
        mv.visitVarInsn(Opcodes.ALOAD, handle);
        loadArguments(site);
        Object[] constants = Arrays.copyOf(constants(site), RuleSites.DESCRIPTOR + 1);
        constants[RuleSites.DESCRIPTOR] = Type.getMethodDescriptor(returned, arguments);
        mv.visitInvokeDynamicInsn(RuleSites.REPLAY, REPLAY, bootstrap, constants);
        mv.visitVarInsn(Opcodes.ASTORE, replacement);
        Label runs = new Label();
        mv.visitVarInsn(Opcodes.ALOAD, replacement);
        mv.visitJumpInsn(Opcodes.IFNULL, runs);
        if (returned != Type.VOID_TYPE) {
            mv.visitVarInsn(Opcodes.ALOAD, replacement);
            mv.visitTypeInsn(Opcodes.CHECKCAST, ARRAY);
            mv.visitInsn(Opcodes.ICONST_0);
            mv.visitInsn(Opcodes.AALOAD);
            unbox(returned);
            mv.visitVarInsn(returned.getOpcode(Opcodes.ISTORE), result);
        }
        mv.visitJumpInsn(Opcodes.GOTO, hasReturned);
        mv.visitLabel(runs);
        frame(locals);
        mv.visitInsn(Opcodes.NOP);
    }

    /** Makes the object on the stack what the method returns. */
    private void unbox(Type type) {
        String box = box(type);
        mv.visitTypeInsn(Opcodes.CHECKCAST, box == null ? type.getInternalName() : box);
        if (box != null) {
            mv.visitMethodInsn(
                    Opcodes.INVOKEVIRTUAL, box, type.getClassName() + "Value", "()" + type.getDescriptor(), false);
        }
    }

    private void enter(RuleSite site, int handle, Object[] locals) {
        Label start = new Label();
        Label end = new Label();
        mv.visitLabel(start);
        loadArguments(site);
        mv.visitInvokeDynamicInsn(
                site.suspending() ? RuleSites.ENTER_SUSPENDING : RuleSites.ENTER,
                site.suspending() ? ENTER_SUSPENDING : ENTER,
                bootstrap,
                constants(site));
        mv.visitVarInsn(Opcodes.ASTORE, handle);
        mv.visitLabel(end);
        ignoreFailures(start, end, locals);
    }

    /** Goes on behind a handler for what is thrown between two labels, which does nothing. */
    private void ignoreFailures(Label start, Label end, Object[] locals) {
        Label handler = new Label();
        Label next = new Label();
        mv.visitJumpInsn(Opcodes.GOTO, next);
        mv.visitTryCatchBlock(start, end, handler, THROWABLE);
        mv.visitLabel(handler);
        frame(locals, THROWABLE);
        mv.visitInsn(Opcodes.POP);
        mv.visitLabel(next);
        frame(locals);
    }

    private void loadArguments(RuleSite site) {
        if (site.captures().self() && !isStatic) {
            mv.visitVarInsn(Opcodes.ALOAD, 0);
        } else {
            mv.visitInsn(Opcodes.ACONST_NULL);
        }
        int count = arguments.length - (site.suspending() ? 1 : 0);
        int slot = isStatic ? 0 : 1;
        for (int i = 0; i < JoinPoint.MAX_ARGS; i++) {
            if (i < count && (site.captures().args() & 1 << i) != 0) {
                loadBoxed(arguments[i], slot);
            } else {
                mv.visitInsn(Opcodes.ACONST_NULL);
            }
            slot += i < arguments.length ? arguments[i].getSize() : 0;
        }
        if (site.suspending()) {
            mv.visitVarInsn(Opcodes.ALOAD, slotOf(arguments.length - 1));
        }
    }

    private int slotOf(int argument) {
        int slot = isStatic ? 0 : 1;
        for (int i = 0; i < argument; i++) {
            slot += arguments[i].getSize();
        }
        return slot;
    }

    private void loadBoxed(Type type, int variable) {
        mv.visitVarInsn(type.getOpcode(Opcodes.ILOAD), variable);
        String box = box(type);
        if (box != null) {
            mv.visitMethodInsn(
                    Opcodes.INVOKESTATIC, box, "valueOf", "(" + type.getDescriptor() + ")L" + box + ";", false);
        }
    }

    /** Returns the class whose objects stand for a primitive type's values; {@code null} for other types. */
    private static String box(Type type) {
        return switch (type.getSort()) {
            case Type.BOOLEAN -> "java/lang/Boolean";
            case Type.BYTE -> "java/lang/Byte";
            case Type.CHAR -> "java/lang/Character";
            case Type.SHORT -> "java/lang/Short";
            case Type.INT -> "java/lang/Integer";
            case Type.LONG -> "java/lang/Long";
            case Type.FLOAT -> "java/lang/Float";
            case Type.DOUBLE -> "java/lang/Double";
            default -> null;
        };
    }

    /** Returns what {@link RuleSites} gets of a call site. */
    private Object[] constants(RuleSite site) {
        String replaced = isObject(site.given()) ? nameOf(arguments[site.given()]) : returns;
        return constants(site.rule(), name, replaced, encodedAnnotations, session);
    }

    /** Returns what {@link RuleSites} gets of a call site. */
    static Object[] constants(int rule, String method, String returns, String annotations, int session) {
        return new Object[] {rule, method, returns, annotations, session};
    }

    /** Returns the name that {@link Class#forName(String)} takes. */
    private static String nameOf(Type type) {
        return type.getSort() == Type.ARRAY ? type.getDescriptor().replace('/', '.') : type.getClassName();
    }

    @Override
    public void visitInsn(int opcode) {
        if (opcode < Opcodes.IRETURN || opcode > Opcodes.RETURN) {
            super.visitInsn(opcode);
            return;
        }
        if (opcode != Opcodes.RETURN) {
            mv.visitVarInsn(returned.getOpcode(Opcodes.ISTORE), result);
            pop(returned.getSize());
        }
        drain();
        mv.visitJumpInsn(Opcodes.GOTO, hasReturned);
    }

    @Override
    void writeFrame(int localCount, Object[] local, int stackCount, Object[] stack) {
        List<Object> locals = new ArrayList<>(localCount + sites.size());
        int slots = 0;
        for (int i = 0; i < localCount; i++) {
            locals.add(local[i]);
            slots += local[i] == Opcodes.LONG || local[i] == Opcodes.DOUBLE ? 2 : 1;
        }
        frames.write(withHandles(locals, slots), stackCount, stack);
    }

    @Override
    public void visitMaxs(int maxStack, int maxLocals) {
        mv.visitLabel(bodyEnd);
        Object[] left = withHandles(new ArrayList<>(), 0);
        Object[] withResult = returned == Type.VOID_TYPE ? left : plus(left, frameType(returned));
        Object[] withThrown = plus(withResult, THROWABLE);
        Label handler = new Label();
        Label exits = new Label();
        // after the body's own handlers: the first one in the table counts
        mv.visitTryCatchBlock(bodyStart, bodyEnd, handler, THROWABLE);
        mv.visitLabel(handler);
        frame(left, THROWABLE);
        mv.visitVarInsn(Opcodes.ASTORE, thrown);
        storeDefaultResult();
        mv.visitJumpInsn(Opcodes.GOTO, exits);
        mv.visitLabel(hasReturned);
        frame(withResult);
        mv.visitInsn(Opcodes.ACONST_NULL);
        mv.visitVarInsn(Opcodes.ASTORE, thrown);
        mv.visitLabel(exits);
        frame(withThrown);
        for (int i = sites.size() - 1; i >= 0; i--) {
            exit(sites.get(i), ownLocals + i, withThrown);
        }
        leave(withThrown);
        super.visitMaxs(Math.max(maxStack, STACK), replacement + 1);
    }

    private void storeDefaultResult() {
        if (returned != Type.VOID_TYPE) {
            mv.visitInsn(
                    switch (returned.getSort()) {
                        case Type.LONG -> Opcodes.LCONST_0;
                        case Type.FLOAT -> Opcodes.FCONST_0;
                        case Type.DOUBLE -> Opcodes.DCONST_0;
                        case Type.OBJECT, Type.ARRAY -> Opcodes.ACONST_NULL;
                        default -> Opcodes.ICONST_0;
                    });
            mv.visitVarInsn(returned.getOpcode(Opcodes.ISTORE), result);
        }
    }

    private void exit(RuleSite site, int handle, Object[] locals) {
        boolean replaces = site.captures().replacesResult();
        Label start = new Label();
        Label end = new Label();
        mv.visitLabel(start);
        mv.visitVarInsn(Opcodes.ALOAD, handle);
        if (site.captures().result() && returned != Type.VOID_TYPE) {
            loadBoxed(returned, result);
        } else {
            mv.visitInsn(Opcodes.ACONST_NULL);
        }
        mv.visitVarInsn(Opcodes.ALOAD, thrown);
        mv.visitInvokeDynamicInsn(
                site.suspending() ? RuleSites.EXIT_SUSPENDING : replaces ? RuleSites.REPLACE : RuleSites.EXIT,
                EXIT,
                bootstrap,
                constants(site));
        if (replaces) {
            Label keeps = new Label();
            mv.visitVarInsn(Opcodes.ASTORE, replacement);
            mv.visitVarInsn(Opcodes.ALOAD, replacement);
            mv.visitJumpInsn(Opcodes.IFNULL, keeps);
            mv.visitVarInsn(Opcodes.ALOAD, replacement);
            mv.visitTypeInsn(Opcodes.CHECKCAST, returned.getInternalName());
            mv.visitVarInsn(Opcodes.ASTORE, result);
            mv.visitLabel(keeps);
            frame(locals);
        } else {
            mv.visitInsn(Opcodes.POP);
        }
        mv.visitLabel(end);
        ignoreFailures(start, end, locals);
    }

    private void leave(Object[] locals) {
        Label returns = new Label();
        mv.visitVarInsn(Opcodes.ALOAD, thrown);
        mv.visitJumpInsn(Opcodes.IFNULL, returns);
        mv.visitVarInsn(Opcodes.ALOAD, thrown);
        mv.visitInsn(Opcodes.ATHROW);
        mv.visitLabel(returns);
        frame(locals);
        if (returned != Type.VOID_TYPE) {
            mv.visitVarInsn(returned.getOpcode(Opcodes.ILOAD), result);
        }
        mv.visitInsn(returned.getOpcode(Opcodes.IRETURN));
    }

    private void frame(Object[] locals, Object... stack) {
        frames.write(locals, stack.length, stack);
    }

    /** What the variables are when the method was entered. */
    private List<Object> arguments() {
        List<Object> locals = new ArrayList<>(1 + arguments.length);
        if (!isStatic) {
            locals.add(owner);
        }
        for (Type argument : arguments) {
            locals.add(frameType(argument));
        }
        return locals;
    }

    /** What the variables are when the method was entered, and the handles. */
    private Object[] enteredLocals() {
        int slots = isStatic ? 0 : 1;
        for (Type argument : arguments) {
            slots += argument.getSize();
        }
        return withHandles(arguments(), slots);
    }

    /** Fills variables up to the handles, and adds these. */
    private Object[] withHandles(List<Object> locals, int slots) {
        for (int i = slots; i < ownLocals; i++) {
            locals.add(Opcodes.TOP);
        }
        for (int i = 0; i < sites.size(); i++) {
            locals.add(OBJECT);
        }
        return locals.toArray();
    }

    private static Object[] plus(Object[] locals, Object one) {
        Object[] more = new Object[locals.length + 1];
        System.arraycopy(locals, 0, more, 0, locals.length);
        more[locals.length] = one;
        return more;
    }

    private static Object frameType(Type type) {
        return switch (type.getSort()) {
            case Type.LONG -> Opcodes.LONG;
            case Type.FLOAT -> Opcodes.FLOAT;
            case Type.DOUBLE -> Opcodes.DOUBLE;
            case Type.OBJECT, Type.ARRAY -> type.getInternalName();
            default -> Opcodes.INTEGER;
        };
    }
}
