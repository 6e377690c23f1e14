// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.jfr.annotation;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import jdk.jfr.Description;
import jdk.jfr.Label;
import jdk.jfr.MetadataDefinition;
import jdk.jfr.Name;
import jdk.jfr.Relational;

/** Marks a field that holds the id of a workflow, so that a viewer can find all events of one. */
@MetadataDefinition
@Relational
@Name("agentprofiler.TraceId")
@Label("Trace Id")
@Description("Events with the same value belong to one workflow")
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.FIELD)
public @interface TraceId {}
