// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.build;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.Handle;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;

/**
 * Puts into class files what Java leaves to be linked while the application starts, for which the JVM makes classes of its own
 * and interpreters of method handles: lambda expressions, which get one class for all of a package, the methods
 * {@code equals} and {@code hashCode} of records, and {@link EnumSwitches switches over enums}. The build runs it over the agent's
 * own classes.
 *
 * <p>A lambda expression that cannot be said plainly (a conversion of numbers, a capture of a double) stays as it is.
 *
 * <p><b>Threading:</b> one thread.
 */
public final class LinkedAhead {
    static final int API = Opcodes.ASM9;

    private final Path folder;
    private final String suffix;
    private final EnumSwitches switches;
    /** The classes made, by their packages. */
    private final Map<String, LambdaClass> made = new TreeMap<>();

    private LinkedAhead(Path folder, String suffix) {
        this.folder = folder;
        this.suffix = suffix;
        this.switches = new EnumSwitches(folder, suffix);
    }

    /**
     * Rewrites all classes of a folder.
     *
     * @param args the folder, what its class files end in, the folder in it whose classes are rewritten, and the one
     *     in there whose classes are not
     */
    public static void main(String[] args) throws IOException {
        Path folder = Path.of(args[0]);
        LinkedAhead linked = new LinkedAhead(folder, args[1]);
        List<Path> classes;
        try (Stream<Path> files = Files.walk(folder.resolve(args[2]))) {
            classes = files.filter(
                            each -> each.toString().endsWith(args[1]) && !each.startsWith(folder.resolve(args[3])))
                    .sorted()
                    .toList();
        }
        for (Path each : classes) {
            linked.rewrite(each);
        }
        for (Path each : classes) {
            linked.join(each);
        }
        linked.write();
    }

    private void rewrite(Path file) throws IOException {
        ClassReader reader = new ClassReader(Files.readAllBytes(file));
        ClassWriter writer = new ClassWriter(reader, 0);
        Rewriter rewriter = new Rewriter(writer);
        reader.accept(rewriter, 0);
        if (rewriter.changed) {
            Files.write(file, writer.toByteArray());
        }
    }

    /** Has a class belong to what was made for its package, so that each may call what is private in the other. */
    private void join(Path file) throws IOException {
        ClassReader reader = new ClassReader(Files.readAllBytes(file));
        LambdaClass host = made.get(LambdaClass.packageOf(reader.getClassName()));
        if (host != null) {
            ClassWriter writer = new ClassWriter(0);
            reader.accept(new Member(writer, host.name()), 0);
            Files.write(file, writer.toByteArray());
            host.addMember(reader.getClassName());
        }
    }

    private void write() throws IOException {
        for (LambdaClass each : made.values()) {
            Files.write(folder.resolve(each.name() + suffix), each.toByteArray());
        }
    }

    /** Replaces what the compiler wrote: a class and those inside it belong together, but to no other. */
    private static final class Member extends ClassVisitor {
        private final String host;

        Member(ClassVisitor writer, String host) {
            super(API, writer);
            this.host = host;
        }

        @Override
        public void visit(int version, int access, String name, String signature, String above, String[] interfaces) {
            super.visit(version, access, name, signature, above, interfaces);
            super.visitNestHost(host);
        }

        @Override
        public void visitNestHost(String nestHost) {
            // another one was written
        }

        @Override
        public void visitNestMember(String nestMember) {
            // it has the same host
        }
    }

    private final class Rewriter extends ClassVisitor {
        private boolean changed;
        private RecordMethods record;

        Rewriter(ClassVisitor writer) {
            super(API, writer);
        }

        @Override
        public void visit(int version, int access, String name, String signature, String above, String[] interfaces) {
            record = new RecordMethods(name);
            super.visit(version, access, name, signature, above, interfaces);
        }

        @Override
        public MethodVisitor visitMethod(
                int access, String name, String descriptor, String signature, String[] exceptions) {
            MethodVisitor writer = super.visitMethod(access, name, descriptor, signature, exceptions);
            return new MethodVisitor(
                    API, new OrdinalSwitch(writer, switches, record.type(), name, () -> changed = true)) {
                @Override
                public void visitInvokeDynamicInsn(
                        String name, String descriptor, Handle bootstrap, Object... arguments) {
                    if (record.covers(name, bootstrap)) {
                        String method = record.add(name, descriptor, arguments);
                        super.visitMethodInsn(Opcodes.INVOKESTATIC, record.type(), method, descriptor, false);
                        changed = true;
                        return;
                    }
                    Lambda lambda = Lambda.of(name, descriptor, bootstrap, arguments);
                    if (lambda == null || !lambda.isPlain()) {
                        super.visitInvokeDynamicInsn(name, descriptor, bootstrap, arguments);
                        return;
                    }
                    LambdaClass in = made.computeIfAbsent(LambdaClass.packageOf(record.type()), LambdaClass::new);
                    super.visitMethodInsn(Opcodes.INVOKESTATIC, in.name(), in.add(lambda), descriptor, false);
                    changed = true;
                }
            };
        }

        @Override
        public void visitEnd() {
            record.write(cv);
            super.visitEnd();
        }
    }
}
