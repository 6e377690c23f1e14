// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.rules.classfile;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * Works out what a method returns from its instructions, as a {@link Reading}: it goes through them with expressions in
 * place of objects, along both ways of each branch. What it does not know, above all every call that is no getter and every
 * write to a field, ends that way as {@link Reading.Computed}.
 *
 * <p><b>Threading:</b> one instance a method; {@link #read} may be called on any thread.
 */
public final class GetterReader {
    /** No getter is longer; what is longer is computed. */
    private static final int MOST_INSTRUCTIONS = 400;

    private static final int MOST_BRANCHES = 24;
    /** Static methods that call static methods are followed this far. */
    private static final int MOST_HELPERS = 3;

    private final ClassFile in;
    private final ConstantPool pool;
    private final byte[] code;
    private final Function<String, ClassFile> siblings;
    private final boolean truth;
    private final int depth;
    private int instructions;
    private int branches;

    private GetterReader(ClassFile in, ClassFile.Method method, Function<String, ClassFile> siblings, int depth) {
        this.in = in;
        this.pool = in.pool();
        this.code = method.code().bytes();
        this.siblings = siblings;
        this.depth = depth;
        this.truth = method.descriptor().endsWith(")Z");
    }

    /**
     * Works out a method.
     *
     * @param in the class that declares it, read with its code
     * @param method the method
     * @param siblings finds class files that came with the class, read with their code, for enums and static methods; {@code
     *     null} for those that are not to be had
     */
    public static Reading read(ClassFile in, ClassFile.Method method, Function<String, ClassFile> siblings) {
        return read(in, method, siblings, 0);
    }

    private static Reading read(
            ClassFile in, ClassFile.Method method, Function<String, ClassFile> siblings, int depth) {
        if (method.code() == null) {
            return new Reading.Computed(method.isAbstract() ? "abstract" : "native");
        }
        if (method.code().catches()) {
            return new Reading.Computed("it handles exceptions");
        }
        int arguments = Descriptors.arguments(method.descriptor()).size() + (method.isStatic() ? 0 : 1);
        Reading[] locals = new Reading[Math.max(method.code().locals(), 2 * arguments)];
        int slot = 0;
        int index = 0;
        if (!method.isStatic()) {
            locals[slot++] = new Reading.Argument(index++);
        }
        for (String type : Descriptors.arguments(method.descriptor())) {
            locals[slot] = new Reading.Argument(index++);
            slot += Descriptors.isWide(type) ? 2 : 1;
        }
        try {
            return new GetterReader(in, method, siblings, depth).run(0, new ArrayList<>(), locals, null);
        } catch (IndexOutOfBoundsException | NullPointerException e) {
            return new Reading.Computed("its code cannot be read");
        }
    }

    /**
     * Goes on at an instruction until the method returns. The stack and the variables are this way's own.
     *
     * @param unknown what was met on the way that is not known; from there on only the end counts: a failure is absent
     */
    private Reading run(int start, List<Reading> stack, Reading[] locals, String unknown) {
        int at = start;
        String met = unknown;
        while (true) {
            if (++instructions > MOST_INSTRUCTIONS) {
                return new Reading.Computed("it is long");
            }
            int op = code[at] & 0xff;
            if (op >= 172 && op <= 176) {
                Reading result = pop(stack);
                return met != null ? new Reading.Computed(met) : truth ? new Reading.Truth(result) : result;
            }
            if (op == 191) {
                return Reading.Constant.ABSENT;
            }
            if (op == 167) {
                int target = at + s2(at + 1);
                if (target <= at) {
                    return new Reading.Computed("it has a loop");
                }
                at = target;
                continue;
            }
            if (isBranch(op)) {
                return branch(op, at, stack, locals, met);
            }
            String why = step(op, at, stack, locals);
            if (why != null && !isCall(op)) {
                return new Reading.Computed(met != null ? met : why);
            }
            met = met != null ? met : why;
            at += length(op);
        }
    }

    private static boolean isCall(int op) {
        return op >= 182 && op <= 186;
    }

    private static boolean isBranch(int op) {
        return op >= 153 && op <= 166 || op == 198 || op == 199;
    }

    private Reading branch(int op, int at, List<Reading> stack, Reading[] locals, String met) {
        int target = at + s2(at + 1);
        if (target <= at) {
            return new Reading.Computed("it has a loop");
        }
        if (++branches > MOST_BRANCHES) {
            return new Reading.Computed("it has many branches");
        }
        Reading condition = condition(op, stack);
        Reading jumped = run(target, new ArrayList<>(stack), locals.clone(), met);
        Reading passed = run(at + 3, stack, locals, met);
        return jumpsWhereTrue(op)
                ? new Reading.If(condition, jumped, passed)
                : new Reading.If(condition, passed, jumped);
    }

    private static Reading condition(int op, List<Reading> stack) {
        Reading value = pop(stack);
        if (op >= 198) {
            return new Reading.IsNull(value);
        }
        if (op == 153 || op == 154) {
            return value;
        }
        if (op >= 165) {
            return new Reading.IsSame(pop(stack), value);
        }
        Reading left = op >= 159 ? pop(stack) : value;
        Reading right = op >= 159 ? value : new Reading.Constant(0);
        return switch (op) {
            case 159, 160 -> new Reading.Compare(Reading.Compare.How.EQUAL, left, right);
            case 155, 156, 161, 162 -> new Reading.Compare(Reading.Compare.How.LESS, left, right);
            default -> new Reading.Compare(Reading.Compare.How.GREATER, left, right);
        };
    }

    /** Answers whether a branch goes to its target where the condition holds, and not where it does not. */
    private static boolean jumpsWhereTrue(int op) {
        return switch (op) {
            case 154, 155, 157, 159, 161, 163, 165, 198 -> true;
            default -> false;
        };
    }

    /** Does one instruction; returns what is wrong with it, {@code null} for nothing. */
    private String step(int op, int at, List<Reading> stack, Reading[] locals) {
        if (op == 0 || op == 133 || op == 192) { // nop, i2l, checkcast
            return null;
        }
        if (op == 1) {
            stack.add(Reading.Constant.ABSENT);
        } else if (op >= 2 && op <= 15) {
            stack.add(new Reading.Constant(small(op)));
        } else if (op == 16) {
            stack.add(new Reading.Constant((int) code[at + 1]));
        } else if (op == 17) {
            stack.add(new Reading.Constant(s2(at + 1)));
        } else if (op >= 18 && op <= 20) {
            Object value = pool.value(op == 18 ? code[at + 1] & 0xff : u2(at + 1));
            stack.add(value == null ? new Reading.Computed("it names a class") : new Reading.Constant(value));
        } else if (op >= 21 && op <= 25) {
            stack.add(locals[code[at + 1] & 0xff]);
        } else if (op >= 26 && op <= 45) {
            stack.add(locals[(op - 26) & 3]);
        } else if (op >= 54 && op <= 58) {
            locals[code[at + 1] & 0xff] = pop(stack);
        } else if (op >= 59 && op <= 78) {
            locals[(op - 59) & 3] = pop(stack);
        } else if (op == 87) {
            pop(stack);
        } else if (op == 89) {
            stack.add(stack.get(stack.size() - 1));
        } else if (op == 96 || op == 97) {
            Reading right = pop(stack);
            stack.add(new Reading.Sum(pop(stack), right));
        } else if (op == 178) {
            return constant(pool.member(u2(at + 1)), stack);
        } else if (op == 180) {
            ConstantPool.MemberRef field = pool.member(u2(at + 1));
            stack.add(new Reading.FieldRead(pop(stack), field.owner(), field.name(), field.descriptor()));
        } else if (op >= 182 && op <= 185) {
            return call(op, pool.member(u2(at + 1)), stack, locals);
        } else if (op == 186) {
            String callSite = pool.callSite(u2(at + 1));
            Descriptors.arguments(callSite).forEach(argument -> pop(stack));
            return unknown("it makes a text or a function", callSite, stack);
        } else if (op == 190) {
            stack.add(new Reading.Jdk(Reading.Jdk.JdkKind.SIZE, List.of(pop(stack))));
        } else if (op == 187) {
            stack.add(new Reading.Computed("it makes an object of " + pool.className(u2(at + 1))));
        } else if (op == 193) {
            stack.add(new Reading.InstanceOf(pop(stack), pool.className(u2(at + 1))));
        } else {
            return "it does more than read";
        }
        return null;
    }

    private static Object small(int op) {
        if (op <= 8) {
            return op - 3;
        }
        if (op <= 10) {
            return (long) (op - 9);
        }
        return op <= 13 ? (Object) (float) (op - 11) : (Object) (double) (op - 14);
    }

    /** A static field: its value is known only where it is a constant of an enum, whose name is all that is read of it. */
    private String constant(ConstantPool.MemberRef field, List<Reading> stack) {
        if (field.descriptor().equals("L" + field.owner().replace('.', '/') + ";")) {
            ClassFile owner = field.owner().equals(in.name()) ? in : siblings.apply(field.owner());
            ClassFile.FieldInfo declared = owner == null ? null : owner.field(field.name());
            if (declared != null && declared.isEnumConstant()) {
                stack.add(new Reading.Constant(field.name()));
                return null;
            }
        }
        return "it reads the static field " + field.name();
    }

    private String call(int op, ConstantPool.MemberRef method, List<Reading> stack, Reading[] locals) {
        List<Reading> on = new ArrayList<>();
        for (int i = Descriptors.arguments(method.descriptor()).size(); i > 0; i--) {
            on.add(0, pop(stack));
        }
        if (op != 184) {
            on.add(0, pop(stack));
        }
        if (method.name().equals("<init>")) {
            return made(method, on, stack, locals);
        }
        if (JdkGetters.isCheck(method)) {
            return null;
        }
        for (Reading each : on) {
            if (each instanceof Reading.Computed computed) {
                return unknown(computed.why(), method.descriptor(), stack);
            }
        }
        Reading known = JdkGetters.of(method, on, op == 184);
        known = known != null || op != 184 ? known : helper(method, on);
        if (known != null) {
            stack.add(known);
            return null;
        }
        if (op == 184 || method.descriptor().endsWith(")V")) {
            return unknown("it calls " + method.owner() + "." + method.name(), method.descriptor(), stack);
        }
        stack.add(new Reading.Call(on, method.owner(), method.name(), method.descriptor(), op == 183));
        return null;
    }

    /** Puts what an unknown call returns on the stack, and returns why it is not known. */
    private static String unknown(String why, String descriptor, List<Reading> stack) {
        if (!descriptor.endsWith(")V")) {
            stack.add(new Reading.Computed(why));
        }
        return why;
    }

    /** Returns what a static method that comes with the class returns, {@code null} when that is not known. */
    private Reading helper(ConstantPool.MemberRef method, List<Reading> on) {
        if (depth == MOST_HELPERS || method.owner().startsWith("java.")) {
            return null;
        }
        ClassFile owner = method.owner().equals(in.name()) ? in : siblings.apply(method.owner());
        ClassFile.Method called = owner == null ? null : owner.method(method.name(), method.descriptor());
        if (called == null || called.code() == null) {
            return null;
        }
        Reading reading = read(owner, called, siblings, depth + 1);
        return reading instanceof Reading.Computed ? null : reading.with(on);
    }

    /** A copy of a collection reads like the collection; everything else that is made is not known. */
    @SuppressWarnings("ReferenceEquality") // two objects that are made are two, however alike what is said of them
    private static String made(
            ConstantPool.MemberRef constructor, List<Reading> on, List<Reading> stack, Reading[] locals) {
        Reading made = on.get(0);
        if (!JdkGetters.copies(constructor)) {
            return null;
        }
        Reading original = on.get(1);
        stack.replaceAll(each -> each == made ? original : each);
        for (int i = 0; i < locals.length; i++) {
            locals[i] = locals[i] == made ? original : locals[i];
        }
        return null;
    }

    private static Reading pop(List<Reading> stack) {
        return stack.remove(stack.size() - 1);
    }

    private int u2(int at) {
        return (code[at] & 0xff) << 8 | code[at + 1] & 0xff;
    }

    private int s2(int at) {
        return (short) u2(at);
    }

    private static int length(int op) {
        if (op == 16 || op == 18 || op >= 21 && op <= 25 || op >= 54 && op <= 58) {
            return 2;
        }
        if (op == 185 || op == 186) {
            return 5;
        }
        boolean three = op == 17 || op == 19 || op == 20 || op == 178 || op >= 180 && op <= 184 || op == 187;
        return three || op == 192 || op == 193 ? 3 : 1;
    }
}
