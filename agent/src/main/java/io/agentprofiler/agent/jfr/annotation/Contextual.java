// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.jfr.annotation;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import jdk.jfr.MetadataDefinition;
import jdk.jfr.Name;

/**
 * The annotation {@code jdk.jfr.Contextual} of JDK 25, by name, so that Java 17 sources can use it: the field is shown
 * beside every other event that falls into its event on the same thread. Older JDKs store it and take no notice.
 */
@MetadataDefinition
@Name("jdk.jfr.Contextual")
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.FIELD)
public @interface Contextual {}
