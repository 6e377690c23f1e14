// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.context.propagation;

import java.util.function.BiFunction;

/**
 * What woven JDK code calls where a stage of a completable future stores its function or takes it out, for one propagation step. Is
 * given the function and the stage; returns what is stored or called instead.
 *
 * <p><b>Threading:</b> any thread.
 *
 * <p><b>Errors:</b> none reach the JDK's code or the application; they are reported to {@link PropagationFaults}, and the function
 * is used as it is.
 */
final class StageExchange implements BiFunction<Object, Object, Object> {
    private final PropagationStep step;
    private final PropagationFaults faults;

    StageExchange(PropagationStep step, PropagationFaults faults) {
        this.step = step;
        this.faults = faults;
    }

    @Override
    public Object apply(Object function, Object stage) {
        try {
            return switch (step) {
                case REGISTER_STAGE -> TaskPropagation.registerStage(function);
                case REGISTER_STAGE_OF_TWO -> TaskPropagation.registerStageOfTwo(function);
                case RUN_STAGE -> TaskPropagation.runStage(function, stage);
                default -> function;
            };
        } catch (Throwable t) {
            faults.failed(step, t);
            return function;
        }
    }
}
