// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.kotlin

import java.util.concurrent.CountDownLatch
import kotlin.coroutines.Continuation
import kotlin.coroutines.EmptyCoroutineContext
import kotlin.coroutines.intrinsics.COROUTINE_SUSPENDED
import kotlinx.coroutines.CompletableDeferred
import kotlinx.coroutines.CoroutineStart
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.GlobalScope
import kotlinx.coroutines.async
import kotlinx.coroutines.cancelAndJoin
import kotlinx.coroutines.channels.Channel
import kotlinx.coroutines.coroutineScope
import kotlinx.coroutines.delay
import kotlinx.coroutines.flow.Flow
import kotlinx.coroutines.flow.first
import kotlinx.coroutines.flow.flow
import kotlinx.coroutines.flow.toList
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.withContext
import kotlinx.coroutines.withTimeout
import kotlinx.coroutines.withTimeoutOrNull

/** What a suspended function waits at least, in milliseconds. */
const val PAUSE = 30L

/** Work that is done in place. */
class Notes {
  fun write(text: String): String = text.uppercase()
}

/** A function whose default is used, one that calls what it overrides, and one of an interface. */
interface Greeter {
  suspend fun greet(name: String): String {
    delay(PAUSE)
    return "hello $name"
  }
}

open class Porter(protected val notes: Notes) : Greeter {
  open suspend fun carry(load: String): String {
    delay(PAUSE)
    return notes.write(load)
  }
}

class StrongPorter(notes: Notes) : Porter(notes) {
  override suspend fun carry(load: String): String {
    val once = super.carry(load)
    return once + super.carry("again")
  }
}

/** An object whose functions nobody makes an object for. */
object Office {
  suspend fun stamp(paper: String): String {
    delay(PAUSE)
    return "$paper!"
  }
}

suspend fun topLevel(text: String): String {
  delay(PAUSE)
  return "top $text"
}

/** Functions of all kinds that can be suspended. */
class Errands(private val notes: Notes) {
  suspend fun inTurn(text: String): String {
    delay(PAUSE)
    val first = notes.write(text)
    delay(PAUSE)
    return first + notes.write("after")
  }

  suspend fun leaf(text: String): String {
    delay(PAUSE)
    return notes.write(text)
  }

  suspend fun tail(text: String): String = leaf(text)

  suspend fun tailOfTail(text: String): String = tail(text)

  suspend fun nested(text: String): String {
    val first = leaf(text)
    val second = helper(text)
    return first + second + tail(text)
  }

  private suspend fun helper(text: String): String {
    delay(PAUSE)
    return notes.write("helped $text")
  }

  suspend fun tailOfHelper(text: String): String = helper(text)

  suspend fun together(text: String): String = coroutineScope {
    val left = async { leaf("left $text") }
    val right = async(Dispatchers.IO) { leaf("right $text") }
    left.await() + right.await()
  }

  suspend fun elsewhere(text: String): String {
    val there = withContext(Dispatchers.IO) {
      delay(PAUSE)
      notes.write(text)
    }
    return there + notes.write("back")
  }

  suspend fun refuse(text: String): String {
    delay(PAUSE)
    throw IllegalStateException("no $text")
  }

  suspend fun refuseAtOnce(text: String): String {
    if (text.isNotEmpty()) throw IllegalArgumentException("no $text")
    delay(PAUSE)
    return text
  }

  suspend fun refuseInTail(text: String): String = refuse(text)

  suspend fun recover(text: String): String =
    try {
      refuse(text)
    } catch (e: IllegalStateException) {
      notes.write("but ${e.message}")
    }

  suspend fun endless(text: String, begun: CompletableDeferred<String>): String {
    delay(PAUSE)
    begun.complete(notes.write(text))
    delay(3_600_000)
    return text
  }

  suspend fun atMost(): String? = withTimeoutOrNull(PAUSE) { endlessInTail("late") }

  suspend fun tooLate(): String = withTimeout(PAUSE) { delay(3_600_000); "never" }

  suspend fun endlessInTail(text: String): String {
    delay(3_600_000)
    return text
  }

  suspend fun atOnce(text: String): String = notes.write(text)

  suspend fun nothing() {
    delay(PAUSE)
  }

  suspend fun withDefault(times: Int = 2): String {
    delay(PAUSE)
    return "x".repeat(times)
  }

  suspend fun factorial(n: Int): Int {
    if (n <= 1) return 1
    delay(PAUSE)
    return n * factorial(n - 1)
  }

  suspend fun down(n: Int): Int {
    if (n == 0) {
      delay(PAUSE)
      return 0
    }
    return down(n - 1)
  }

  suspend fun many(a: Int, b: Long, c: Int, d: Int, e: Int, f: Int, g: Int, h: Int, i: Int, j: Double): Double {
    delay(PAUSE)
    return a + b + c + d + e + f + g + h + i + j
  }

  suspend fun gather(): String {
    val words = flow {
      delay(PAUSE)
      emit("one")
      notes.write("between")
      delay(PAUSE)
      emit("two")
    }
    var all = ""
    words.collect {
      delay(PAUSE)
      all += notes.write(it)
    }
    return all
  }

  fun words(text: String): Flow<String> = flow {
    emit(notes.write(text))
    delay(PAUSE)
    emit(notes.write("again"))
  }

  /** One flow that nobody collects, and one that is collected twice and once more until its first word. */
  suspend fun listen(text: String): String {
    words("unheard")
    val words = words(text)
    return "${words.toList()} ${words.toList()} ${words.first()}"
  }

  suspend fun inBackground(done: Channel<String>) {
    GlobalScope.launch {
      delay(2 * PAUSE)
      done.send(notes.write("later"))
    }
    GlobalScope.launch(start = CoroutineStart.UNDISPATCHED) {
      notes.write("first")
      delay(PAUSE)
      done.send(notes.write("undispatched"))
    }
  }

  fun blocking(text: String): String = runBlocking { leaf(text) + async(Dispatchers.Default) { leaf("too") }.await() }
}

fun main() {
  val notes = Notes()
  val errands = Errands(notes)
  runBlocking(Dispatchers.Default) {
    println(errands.inTurn("a"))
    println(errands.tail("b"))
    println(errands.tailOfTail("c"))
    println(errands.nested("d"))
    println(errands.tailOfHelper("e"))
    println(errands.together("f"))
    println(errands.elsewhere("g"))
    println(runCatching { errands.refuse("h") })
    println(runCatching { errands.refuseAtOnce("i") })
    println(runCatching { errands.refuseInTail("j") })
    println(errands.recover("k"))
    val begun = CompletableDeferred<String>()
    val endless = launch { errands.endless("l", begun) }
    println(begun.await())
    endless.cancelAndJoin()
    println(errands.atMost())
    println(runCatching { errands.tooLate() }.exceptionOrNull()!!.message)
    println(errands.atOnce("m"))
    println(errands.nothing())
    println(errands.withDefault())
    println(errands.factorial(3))
    println(errands.down(40))
    println(errands.many(1, 2, 3, 4, 5, 6, 7, 8, 9, 10.0))
    println(errands.gather())
    println(errands.listen("t"))
    val done = Channel<String>()
    errands.inBackground(done)
    println(listOf(done.receive(), done.receive()).sorted())
    println(StrongPorter(notes).carry("n"))
    println(StrongPorter(notes).greet("o"))
    println(Office.stamp("p"))
    println(topLevel("q"))
    println(notes.write("outside"))
  }
  println(errands.blocking("r"))
  val returned = CountDownLatch(1)
  val self = object : Continuation<String> {
    override val context = EmptyCoroutineContext

    override fun resumeWith(result: Result<String>) {
      println(result)
      println(notes.write("resumed"))
      returned.countDown()
    }
  }
  @Suppress("UNCHECKED_CAST")
  val atOnce = (errands::tail as Function2<String, Continuation<String>, Any?>).invoke("s", self)
  if (atOnce !== COROUTINE_SUSPENDED) {
    // where a pause is over before it began, nothing is resumed
    self.resumeWith(Result.success(atOnce as String))
  }
  returned.await()
  println("done")
}
