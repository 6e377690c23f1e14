// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.kotlin

import kotlinx.coroutines.CompletableDeferred
import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.Job
import kotlinx.coroutines.async
import kotlinx.coroutines.awaitAll
import kotlinx.coroutines.cancelAndJoin
import kotlinx.coroutines.channels.awaitClose
import kotlinx.coroutines.coroutineScope
import kotlinx.coroutines.delay
import kotlinx.coroutines.flow.Flow
import kotlinx.coroutines.flow.MutableStateFlow
import kotlinx.coroutines.flow.SharingStarted
import kotlinx.coroutines.flow.buffer
import kotlinx.coroutines.flow.callbackFlow
import kotlinx.coroutines.flow.catch
import kotlinx.coroutines.flow.channelFlow
import kotlinx.coroutines.flow.conflate
import kotlinx.coroutines.flow.emitAll
import kotlinx.coroutines.flow.first
import kotlinx.coroutines.flow.flow
import kotlinx.coroutines.flow.flowOf
import kotlinx.coroutines.flow.flowOn
import kotlinx.coroutines.flow.map
import kotlinx.coroutines.flow.merge
import kotlinx.coroutines.flow.onCompletion
import kotlinx.coroutines.flow.onEach
import kotlinx.coroutines.flow.produceIn
import kotlinx.coroutines.flow.retry
import kotlinx.coroutines.flow.shareIn
import kotlinx.coroutines.flow.take
import kotlinx.coroutines.flow.toList
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.withTimeoutOrNull

/** Flows of all kinds. Those of the first functions are traced; the others collect them. */
class Words(private val notes: Notes) {
  private var refused = 0

  fun two(text: String): Flow<String> = flow {
    emit(notes.write(text))
    delay(PAUSE)
    emit(notes.write("more $text"))
  }

  /** A flow around a flow. */
  fun twice(text: String): Flow<String> = flow {
    emitAll(two(text))
    emitAll(two("again $text").map { it.lowercase() })
  }

  fun refusing(text: String): Flow<String> = flow {
    emit(notes.write(text))
    delay(PAUSE)
    throw IllegalStateException("no more $text")
  }

  /** Refuses once. */
  fun stubborn(text: String): Flow<String> = flow {
    if (refused++ == 0) throw IllegalStateException("not yet $text")
    emit(notes.write(text))
  }

  fun endless(text: String): Flow<String> = flow {
    while (true) {
      emit(notes.write(text))
      delay(PAUSE)
    }
  }

  /** Brings one word and then none, for an hour. */
  fun stuck(text: String): Flow<String> = flow {
    emit(notes.write(text))
    delay(3_600_000)
  }

  /** Brings everything at once, whether or not anybody takes it. */
  fun channel(count: Int): Flow<Int> = channelFlow {
    for (i in 1..count) {
      send(i)
    }
    notes.write("sent")
  }

  /** Only the last that there is when somebody asks. */
  fun latest(count: Int): Flow<Int> = channel(count).conflate()

  fun called(text: String): Flow<String> = callbackFlow {
    trySend(notes.write(text))
    trySend("called back")
    close()
    awaitClose()
  }

  fun elsewhere(text: String): Flow<String> = two(text).flowOn(Dispatchers.IO)

  fun none(): Flow<String> = flowOf()

  fun nullable(): Flow<String?> = flowOf("a", null)

  /** A flow that has to be asked for, which takes a while. */
  suspend fun askedFor(text: String): Flow<String> {
    notes.write("asking for $text")
    delay(PAUSE)
    return flow {
      emit(notes.write(text))
      delay(PAUSE)
      emit("more $text")
    }
  }

  /** One that is there at once. */
  suspend fun atHand(text: String): Flow<String> = flow { emit(notes.write(text)) }

  /** A value that changes, which has collectors for ever. */
  fun state(text: String): Flow<String> = MutableStateFlow(text)
}

/** What is given words as they come. */
interface Listener {
  suspend fun onWords(words: Flow<String>)
}

/** What gives them. */
class Speaker(private val notes: Notes) {
  suspend fun speak(text: String, to: Listener): String {
    delay(PAUSE)
    to.onWords(
      flow {
        emit(notes.write(text))
        delay(PAUSE)
        emit(notes.write("more $text"))
      }
    )
    return "spoke"
  }
}

/** What collects. */
class Reader(private val words: Words, private val notes: Notes) {
  suspend fun suspended(): String {
    var all = ""
    words.two("a").collect {
      delay(PAUSE)
      all += notes.write("read $it")
      delay(PAUSE)
      all += notes.write("twice")
    }
    return all + notes.write("end")
  }

  suspend fun operators(): List<String> =
    words.two("b").map { notes.write("mapped $it") }.onEach { delay(PAUSE) }.toList()

  suspend fun nested(): List<String> = words.twice("c").toList()

  suspend fun first(): String = words.two("d").first()

  suspend fun taken(): List<String> = words.endless("e").take(2).toList()

  suspend fun refused(): String =
    try {
      words.refusing("f").toList().toString()
    } catch (e: IllegalStateException) {
      "${e.message}"
    }

  suspend fun caught(): List<String> = words.refusing("g").catch { emit("caught ${it.message}") }.toList()

  suspend fun retried(): List<String> = words.stubborn("h").retry(1).toList()

  /** The collector fails, not the flow. */
  suspend fun dropped(): String =
    try {
      words.two("i").collect {
        delay(PAUSE)
        throw IllegalArgumentException("I do not like $it")
      }
      "liked"
    } catch (e: IllegalArgumentException) {
      "${e.message}"
    }

  suspend fun cancelled(): String = coroutineScope {
    val begun = CompletableDeferred<String>()
    val job = launch { words.stuck("j").collect { begun.complete(it) } }
    val word = begun.await()
    job.cancelAndJoin()
    word
  }

  suspend fun late(): String? = withTimeoutOrNull(2 * PAUSE) { words.stuck("k").onCompletion {}.collect {}; "never" }

  suspend fun buffered(): List<String> = words.two("l").buffer(1).flowOn(Dispatchers.IO).toList()

  suspend fun ofChannel(): List<Int> {
    val all = mutableListOf<Int>()
    words.channel(5).buffer(1).collect { delay(1); all += it }
    return all
  }

  suspend fun conflated(): List<Int> {
    val all = mutableListOf<Int>()
    words.latest(5).collect { delay(PAUSE); all += it }
    return all
  }

  /** What takes a flow's channel from it. */
  suspend fun produced(): List<Int> = coroutineScope {
    val all = mutableListOf<Int>()
    val channel = words.latest(5).produceIn(this)
    delay(PAUSE)
    for (i in channel) {
      all += i
    }
    all
  }

  suspend fun shared(): List<Int> {
    val scope = CoroutineScope(Dispatchers.Default)
    val all = words.channel(3).shareIn(scope, SharingStarted.Lazily, 3).take(3).toList()
    scope.coroutineContext[Job]!!.children.forEach { it.join() }
    return all
  }

  suspend fun called(): List<String> = words.called("m").toList()

  suspend fun elsewhere(): List<String> = words.elsewhere("n").map { notes.write("back $it") }.toList()

  suspend fun empty(): List<String> = words.none().toList()

  suspend fun nulls(): List<String?> = words.nullable().toList()

  suspend fun state(): String = words.state("o").first()

  suspend fun askedFor(): List<String> {
    val flow = words.askedFor("w")
    return flow.toList() + flow.map { notes.write("mapped $it") }.toList()
  }

  suspend fun atHand(): List<String> = words.atHand("x").toList()

  /** Asks for words and takes none. */
  suspend fun notRead(): String = words.askedFor("y").let { "asked" }

  /** Is given words by another. */
  suspend fun listening(): String {
    var all = ""
    val answer =
      Speaker(notes)
        .speak(
          "z",
          object : Listener {
            override suspend fun onWords(words: Flow<String>) {
              words.collect {
                delay(PAUSE)
                all += notes.write("heard $it")
              }
            }
          },
        )
    return all + answer
  }

  suspend fun merged(): List<String> = merge(words.two("r"), words.two("s")).toList().sorted()

  suspend fun together(): List<List<String>> = coroutineScope {
    listOf("t", "u").map { async(Dispatchers.IO) { words.two(it).toList() } }.awaitAll()
  }

  /** Made here and collected there, more than once. */
  fun handedOut(): Flow<String> = words.two("v")
}

fun main() {
  val notes = Notes()
  val reader = Reader(Words(notes), notes)
  runBlocking {
    println(reader.suspended())
    println(reader.operators())
    println(reader.nested())
    println(reader.first())
    println(reader.taken())
    println(reader.refused())
    println(reader.caught())
    println(reader.retried())
    println(reader.dropped())
    println(reader.cancelled())
    println(reader.late())
    println(reader.buffered())
    println(reader.ofChannel())
    println(reader.conflated())
    println(reader.produced())
    println(reader.shared())
    println(reader.called())
    println(reader.elsewhere())
    println(reader.empty())
    println(reader.nulls())
    println(reader.state())
    println(reader.askedFor())
    println(reader.atHand())
    println(reader.notRead())
    println(reader.listening())
    println(reader.merged())
    println(reader.together())
    val handedOut = reader.handedOut()
    println(handedOut.toList())
    println(handedOut.toList())
  }
  println("done")
}
