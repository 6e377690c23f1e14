// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * One agent, written once for each framework as its users would write it: it looks a question up in its documents, asks a
 * model that calls two tools and then a third that fails, answers, and remembers the conversation; first whole, then
 * streamed.
 *
 * <p>{@link com.example.trip.Trip} holds what has nothing to do with any framework and is the same for all of them. It lies
 * in {@code programs/trip}, so that frameworks whose programs are compiled elsewhere can compile it, too. The class of each
 * framework adds its own annotations and wiring, runs {@code prepare}, {@code ask} and {@code stream}, and prints the two
 * answers.
 */
package com.example.trip;
