// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package java.lang;

import java.lang.invoke.CallSite;
import java.lang.invoke.ConstantCallSite;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;

/**
 * The one class of the profiler that application code can see: woven call sites are linked through it.
 *
 * <p>It lives in {@code java.lang} because every class loader, however strict, finds that package.
 *
 * <p><b>Threading:</b> any thread.
 *
 * <p><b>Errors:</b> none reach the caller; a site that cannot be linked does nothing. Only a stack overflow is thrown on, to
 * the woven code, which suppresses it: the site stays unlinked, and is linked by a later call.
 */
public final class AgentProfilerDispatcher {
    /** {@code (Lookup, String, MethodType, Object[])CallSite}; set by the agent, {@code null} until then. */
    private static volatile MethodHandle linker;

    /** What the JDK's pools are told of tasks, by number; set by the agent, {@code null} while nobody listens. */
    private static BiConsumer<Object, Object>[] receivers;

    /** What exchanges functions of stages, by number; set by the agent, {@code null} while nobody does. */
    private static BiFunction<Object, Object, Object>[] exchanges;

    private AgentProfilerDispatcher() {}

    /** Bootstrap method of every woven call site. */
    public static CallSite link(MethodHandles.Lookup caller, String name, MethodType type, Object... arguments) {
        MethodHandle target = linker;
        if (target != null) {
            try {
                CallSite site = (CallSite) target.invoke(caller, name, type, arguments);
                if (site != null) {
                    return site;
                }
            } catch (StackOverflowError e) {
                throw e;
            } catch (Throwable t) {
                // the application must not notice; the linker has reported what it could
            }
        }
        return new ConstantCallSite(MethodHandles.empty(type));
    }

    /**
     * Called by woven JDK code where a task changes threads. Not a linked call site, because this may be the middle of a
     * virtual thread's mount, where nothing can be linked.
     *
     * @param owner the pool, or {@code null}
     * @param task the task
     * @param number what is told of it
     */
    public static void propagate(Object owner, Object task, int number) {
        BiConsumer<Object, Object>[] all = receivers;
        if (all != null) {
            all[number].accept(owner, task);
        }
    }

    /**
     * Called by woven JDK code where a stage of a future stores its function or takes it out.
     *
     * @param function what the stage would use
     * @param stage the stage
     * @param number what is done
     * @return what it is to use
     */
    public static Object exchange(Object function, Object stage, int number) {
        BiFunction<Object, Object, Object>[] all = exchanges;
        return all == null ? function : all[number].apply(function, stage);
    }
}
