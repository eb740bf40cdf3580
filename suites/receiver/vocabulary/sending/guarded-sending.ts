import type { Exchange } from '../../../../conformance/exchange.ts'
import type { Delivery, ReceiverPorts } from '../../../../conformance/ports/receiver.ts'

/** Sends deliveries that a receiver refuses, or may refuse. */
export interface GuardedSending {
  sendGuarded(delivery: Delivery): Promise<Exchange>
  /** Says whether the receiver refuses by not answering. */
  isSilent(): Promise<boolean>
}

/** The suite waits for this many silences until the deadline. */
const PATIENT_TIMES = 2
const SHORT_MS = 500

/** Silence is also a refusal. A silent receiver is not waited for until the deadline each time. */
export function guardedSendingOn(
  { once, send }: Pick<ReceiverPorts, 'once' | 'send'>,
  opening: () => Promise<Exchange>,
): GuardedSending {
  const silences = () => once('silences', async () => ({ times: 0 }))
  const isSilent = async () => (await silences()).times >= PATIENT_TIMES
  return {
    isSilent,
    async sendGuarded(delivery) {
      const usual = (await opening()).elapsedMs
      const patience = (await isSilent()) ? { patienceMs: Math.max(SHORT_MS, 4 * usual) } : {}
      const exchange = await send(delivery, { ...patience, lenient: true })
      if (exchange.failure?.kind === 'timeout' && exchange.answer === undefined) (await silences()).times += 1
      return exchange
    },
  }
}
