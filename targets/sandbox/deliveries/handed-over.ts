import { setImmediate as turn } from 'node:timers/promises'

/** Real milliseconds that a receiver has to answer in before a moved clock goes on without its answer. */
const ANSWER_MS = 20
/**
 * Further turns of the event loop: the time of a process that was held up may be over just before it reads the
 * answer.
 */
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
 * Waits on a moved clock until a request was written out or has failed. It does not wait long for the answer, since
 * the receiver may answer only after the clock was moved further. Only a prompt answer is waited for.
 * Otherwise one long step of the clock would run into the deadline of an attempt that was answered at once.
 * Bounded in real time, since the deadline itself stands still meanwhile.
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
