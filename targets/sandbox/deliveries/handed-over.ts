import { setImmediate as turn } from 'node:timers/promises'

/** Real milliseconds within which a receiver has to answer before a moved clock goes on without its answer. */
const ANSWER_MS = 20
/** Further turns of the event loop: in a process that was blocked, the time may be over just before the answer is read. */
const ANSWER_TURNS = 10
/** Real milliseconds after which a moved clock no longer waits for a connection that neither opens nor fails. */
const CONNECT_MS = 2000

/** Waits for the work or the time, whichever ends first. The timer is cleared, and does not keep the process alive. */
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
 * Waits on a moved clock until a request was written or has failed. It waits only a short time for the answer, since the receiver
 * may answer only after a further move. Without that time, one long step of the clock would reach the deadline of an attempt that
 * was answered at once. The limits are in real time, since the deadline itself stands still meanwhile.
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
