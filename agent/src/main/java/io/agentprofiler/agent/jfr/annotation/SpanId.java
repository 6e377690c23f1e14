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

/** Marks a field that holds the id of a span, be it the event's own or its parent's: a viewer links both ways. */
@MetadataDefinition
@Relational
@Name("agentprofiler.SpanId")
@Label("Span Id")
@Description("Events with the same value speak of one span: the span itself, its children, its chunks")
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.FIELD)
public @interface SpanId {}
