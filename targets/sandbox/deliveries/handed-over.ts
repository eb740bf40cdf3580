import { setImmediate as turn } from 'node:timers/promises'

/** Real milliseconds that a receiver has to answer in before a moved clock goes on without its answer. */
const ANSWER_MS = 20
/** Turns of the event loop that it has besides: a process that was held up may find its time used up with the answer at the door. */
const ANSWER_TURNS = 10
/** Real milliseconds after which a moved clock no longer waits for a connection that neither comes about nor fails. */
const CONNECT_MS = 2000

/** Waits for what comes first; the timer behind it neither outlives this nor keeps the process alive. */
function within(work: Promise<void>, milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    const late = setTimeout(resolve, milliseconds).unref()
    void work.finally(() => {
      clearTimeout(late)
      resolve()
    })
  })
}

/**
 * How long a moved clock waits for a request: until it was written out or has failed, never until it is answered, since the
 * receiver may answer only after the clock was moved further. A prompt answer is waited for all the same, so that one long
 * step of the clock does not run into the deadline of an attempt that was answered at once. Bounded in real time, since the
 * deadline itself stands still meanwhile.
 */
export async function handedOver(
  written: Promise<void>,
  ended: Promise<void>,
  limits = { connect: CONNECT_MS, answer: ANSWER_MS },
): Promise<void> {
  await within(written, limits.connect)
  let over = false
  const end = ended.then(() => {
    over = true
  })
  await within(end, limits.answer)
  for (let turns = 0; turns < ANSWER_TURNS && !over; turns++) await turn()
}
