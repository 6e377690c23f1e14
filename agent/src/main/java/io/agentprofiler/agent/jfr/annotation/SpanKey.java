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

/**
 * Marks a field that holds a span's id as a number. The event on a thread's lane has only this form, since making text
 * would cost the application's thread; it links that event to the ones with the details.
 */
@MetadataDefinition
@Relational
@Name("agentprofiler.SpanKey")
@Label("Span Key")
@Description("A span's id as a number: links an event on a thread's lane to the one with the details")
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.FIELD)
public @interface SpanKey {}
