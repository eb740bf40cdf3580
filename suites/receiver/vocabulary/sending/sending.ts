import type { Exchange } from '../../../../conformance/exchange.ts'
import {
  type BesideIdle,
  type Delivery,
  type EffectsReading,
  isLeft,
  type ReceiverPorts,
} from '../../../../conformance/ports/receiver.ts'
import { askedWait } from '../../../../conformance/retry-after.ts'
import type { Drafting } from '../drafts/draft.ts'
import { Outages } from '../pace/outages.ts'
import { mayBePutOff, Rate } from '../pace/rate.ts'
import type { RunTime } from '../pace/run-time.ts'

type Sends = Pick<ReceiverPorts, 'send' | 'sendTogether' | 'sendOverOne' | 'sendBesideIdle' | 'processed'>

/** Ways to send that keep to the time of the run, to the rate of the receiver, and wait for one that was started anew. */
export interface PacedSending extends Sends {
  /** Sends the first delivery of a run, whatever time it is. */
  sendFirst(delivery: Delivery): Promise<Exchange>
  /** Send without regard to the rate that the receiver asked for: a 429 is the answer. */
  readonly sendAtOnce: ReceiverPorts['send']
  readonly sendAllAtOnce: ReceiverPorts['sendTogether']
  rate(): Promise<Rate>
  outages(): Promise<Outages>
}

interface Noting {
  time(): Promise<RunTime>
  /** Takes note of deliveries with their answers. */
  noted(deliveries: readonly Delivery[], exchanges: readonly Exchange[]): Promise<readonly Exchange[]>
  noteTime(exchange: Exchange): Promise<void>
}

/** How long the suite waits to read effects that the receiver puts off. */
const PUT_OFF_MS = 75_000
const LEAST_MS = 1000

export function sendingOn(
  ports: ReceiverPorts,
  { draft, signed }: Pick<Drafting, 'draft' | 'signed'>,
  { time, noted, noteTime }: Noting,
): PacedSending {
  /** The same function, but it throws when the run has no more time. */
  const timed =
    <A extends unknown[], R>(send: (...given: A) => Promise<R>) =>
    async (...given: A): Promise<R> => {
      const left = await time()
      left.spend()
      return send(...given)
    }
  const rate = () =>
    ports.once('rate', async () => {
      const run = await time()
      const probe = async () => {
        const one = signed(draft('quote.created'))
        const exchange = await ports.send(one)
        await noted([one], [exchange])
        return exchange
      }
      return new Rate({ ...ports, probe, waiting: (ms) => run.noteWait(ms) })
    })
  const outages = () =>
    ports.once('outages', async () => {
      const run = await time()
      return new Outages({
        ...ports,
        waiting: (ms) => run.noteOutage(ms),
        lost: (why) => ports.giveUp({ why, cause: 'target' }),
      })
    })
  const sendOne: ReceiverPorts['send'] = async (delivery, options) => {
    const [paced, there] = [await rate(), await outages()]
    const isOwed = delivery.signedWith !== undefined && !isLeft(delivery.framing)
    return paced.send(
      () =>
        there.send(
          (isAgain) => ports.send(delivery, isAgain ? { ...options, lenient: true } : options),
          isOwed,
        ),
      isOwed,
    )
  }
  const sendGroup = async (send: () => Promise<readonly Exchange[]>): Promise<readonly Exchange[]> => {
    const [paced, there] = [await rate(), await outages()]
    await there.awaited()
    return paced.sendAll(send)
  }
  return {
    rate,
    outages,
    sendFirst: async (delivery) => {
      const first = await sendOne(delivery)
      await noteTime(first)
      return first
    },
    send: timed(async (delivery, options) => {
      const exchange = await sendOne(delivery, options)
      await noted([delivery], [exchange])
      await noteTime(exchange)
      return exchange
    }),
    sendTogether: timed(async (deliveries, options) =>
      noted(deliveries, await sendGroup(() => ports.sendTogether(deliveries, options))),
    ),
    sendOverOne: timed(async (deliveries) =>
      noted(deliveries, await sendGroup(() => ports.sendOverOne(deliveries))),
    ),
    sendBesideIdle: timed(async (first, second) => {
      let both: BesideIdle | undefined
      await sendGroup(async () => {
        both = await ports.sendBesideIdle(first, second)
        return [both.first, both.second]
      })
      if (both === undefined) throw new RangeError('nothing was sent beside an idle connection')
      return both
    }),
    sendAtOnce: timed(async (delivery, options) => {
      const exchange = await ports.send(delivery, options)
      await noted([delivery], [exchange])
      return exchange
    }),
    sendAllAtOnce: timed(async (deliveries, options) =>
      noted(deliveries, await ports.sendTogether(deliveries, options)),
    ),
    /** A limit may hold for the effects too. */
    async processed(): Promise<EffectsReading> {
      const [paced, there, began] = [await rate(), await outages(), ports.now()]
      await there.awaited()
      for (;;) {
        const reading = await ports.processed()
        const isLate = ports.now() - began > PUT_OFF_MS
        if (!('problem' in reading) || reading.exchange === undefined || isLate) return reading
        if (!mayBePutOff(reading.exchange, ports.now())) return reading
        const { answer } = reading.exchange
        const waitMs = Math.max((answer && askedWait(answer, ports.now())) ?? 0, LEAST_MS)
        paced.pause(waitMs, reading.exchange)
        await ports.sleep(waitMs)
      }
    },
  }
}
