// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.live.state;

import io.agentprofiler.analyzer.read.event.TraceId;
import io.agentprofiler.analyzer.trace.metric.Analysis;
import io.agentprofiler.analyzer.trace.metric.RunSummary;
import io.agentprofiler.analyzer.trace.modelserver.ModelServers;
import io.agentprofiler.analyzer.view.cell.Fields;
import java.util.List;
import java.util.ServiceLoader;
import java.util.Set;

/**
 * What is known of programs and model servers, in the fields of ThunderAgent. A room above this one answers.
 *
 * <p><b>Threading:</b> any thread may ask.
 */
public interface ProgramAnswers {
    /** Returns {@code /profiles}: the averages of each program under its id. */
    Fields profiles();

    /** Returns {@code /profiles/ID}, {@code null} where there is no such program. */
    Fields profile(String id);

    /** Returns {@code /programs}: what each program does, under its id. */
    Fields programs();

    /** Returns {@code /metrics}: model servers by their addresses. */
    Fields metrics();

    /** Makes answers; found as a service. */
    interface ProgramSource {
        /** Returns the source of this jar. In a jar without one there are no programs. */
        static ProgramSource find() {
            return ServiceLoader.load(ProgramSource.class).findFirst().orElse(new NoPrograms());
        }

        /** Returns the analyses that the answers need. */
        List<Analysis<?>> analyses();

        /**
         * Returns the answers.
         *
         * @param summary answers of the analyses
         * @param running the workflows that go on
         */
        ProgramAnswers of(RunSummary summary, Set<TraceId> running, ModelServers servers);
    }

    /** The answers of a jar without the room. */
    record NoPrograms() implements ProgramSource, ProgramAnswers {
        @Override
        public List<Analysis<?>> analyses() {
            return List.of();
        }

        @Override
        public ProgramAnswers of(RunSummary summary, Set<TraceId> running, ModelServers servers) {
            return this;
        }

        @Override
        public Fields profiles() {
            return new Fields();
        }

        @Override
        public Fields profile(String id) {
            return null;
        }

        @Override
        public Fields programs() {
            return new Fields();
        }

        @Override
        public Fields metrics() {
            return new Fields();
        }
    }
}
