import type { Exchange } from '../../../conformance/exchange.ts'
import type {
  BesideIdle,
  Delivery,
  EffectsReading,
  ReceiverNeed,
  ReceiverPorts,
} from '../../../conformance/ports/receiver.ts'
import { askedWait } from '../../../conformance/retry-after.ts'
import {
  type Claim,
  defineScenario,
  type Facts,
  type Scenario,
  type ScenarioDefinition,
} from '../../../conformance/scenario.ts'
import { CannotTell, type Verdict } from '../../../conformance/verdict.ts'
import type { Spec } from '../../../spec/spec.ts'
import { withRemedy } from '../../remedy.ts'
import { type Drafting, draftingOn } from './draft.ts'
import { type GuardedSending, guardedSendingOn } from './guarded-sending.ts'
import type { Item } from './item.ts'
import { answerText, inTime, isAccepted } from './judge/answer.ts'
import { Lanes } from './lanes.ts'
import { isPutOff, Rate } from './rate.ts'
import { RunTime } from './run-time.ts'
import { TakenIds } from './taken-ids.ts'

/** Tools of a receiver scenario. */
export interface ReceiverContext extends ReceiverPorts, Drafting, GuardedSending {
  readonly spec: Spec
  /** Sends the first delivery of the run: a plain, validly signed event. */
  opening(): Promise<Exchange>
  time(): Promise<RunTime>
  /** Sends without regard to the rate that the receiver asked for, and returns a 429 as the answer. */
  readonly sendAtOnce: ReceiverPorts['send']
  readonly sendAllAtOnce: ReceiverPorts['sendTogether']
  rate(): Promise<Rate>
  takenIds(): Promise<TakenIds>
  /** States that the receiver need not process the events of this scenario, or not all of them. */
  owesNothing(): void
  /** Drives cases, side by side where the receiver is slow but bears several at a time. */
  lanes(): Promise<Lanes>
}

/** Number of scenarios that overlap, for a slow receiver that answers several deliveries at a time as fast as one. */
const SIDE_BY_SIDE = 6
/** How long the suite waits to read effects that the receiver puts off. */
const PUT_OFF_MS = 75_000

export type ReceiverScenario = Scenario<ReceiverContext, Spec>
/** A scenario as its author writes it, with needs that a receiver can meet. */
export type ReceiverDefinition<T> = ScenarioDefinition<ReceiverContext, Spec, T> & {
  readonly needs?: readonly ReceiverNeed[]
  /** False where the specification leaves the fate of its events open, or where they are more than a receiver must bear. */
  readonly owes?: false
}

/** Adds the vocabulary of signed deliveries to the ports of a lease. */
export function receiverContext(ports: ReceiverPorts, spec: Spec): ReceiverContext {
  const drafting = draftingOn(ports, spec)
  const time = () => ports.once('time', async () => new RunTime(ports.now))
  /** The same function, but it throws when the run has no more time. */
  const timed =
    <A extends unknown[], R>(send: (...given: A) => Promise<R>) =>
    async (...given: A): Promise<R> => {
      const left = await time()
      left.spend()
      return send(...given)
    }
  const takenIds = () => ports.once('taken ids', async () => new TakenIds(spec.delivery.headers.eventId))
  const rate = () =>
    ports.once('rate', async () => {
      const run = await time()
      const probe = async () => {
        const one = drafting.signed(drafting.draft('quote.created'))
        const exchange = await ports.send(one)
        await noted([one], [exchange])
        return exchange
      }
      return new Rate({ ...ports, probe, waiting: (ms) => run.noteWait(ms) })
    })
  let isOwed = true
  const owesNothing = () => {
    isOwed = false
  }
  const noted = async (deliveries: readonly Delivery[], exchanges: readonly Exchange[]) => {
    const ids = await takenIds()
    for (const [index, exchange] of exchanges.entries()) {
      const delivery = deliveries[index]
      if (delivery !== undefined && drafting.isRight(delivery)) ids.note(delivery, exchange, isOwed)
    }
    return exchanges
  }
  /** The head of an answer decides; its body may come later. */
  const noteTime = async ({ timing, elapsedMs, answer }: Exchange) => {
    const [run, all] = [await time(), await lanes()]
    const tookMs = (answer && timing?.headMs) ?? elapsedMs
    run.noteAnswer(tookMs)
    all.noteAnswer(tookMs)
    ports.share(run.answersSlowly && all.bearsCompany ? SIDE_BY_SIDE : 1)
  }
  const sending: Pick<ReceiverPorts, 'send' | 'sendTogether' | 'sendOverOne' | 'sendBesideIdle'> = {
    send: timed(async (delivery, options) => {
      const paced = await rate()
      const exchange = await paced.send(() => ports.send(delivery, options), drafting.isRight(delivery))
      await noted([delivery], [exchange])
      await noteTime(exchange)
      return exchange
    }),
    sendTogether: timed(async (deliveries, options) => {
      const paced = await rate()
      return noted(deliveries, await paced.sendAll(() => ports.sendTogether(deliveries, options)))
    }),
    sendOverOne: timed(async (deliveries) => {
      const paced = await rate()
      return noted(deliveries, await paced.sendAll(() => ports.sendOverOne(deliveries)))
    }),
    sendBesideIdle: timed(async (first, second) => {
      const paced = await rate()
      let both: BesideIdle | undefined
      await paced.sendAll(async () => {
        both = await ports.sendBesideIdle(first, second)
        return [both.first, both.second]
      })
      if (both === undefined) throw new RangeError('nothing was sent beside an idle connection')
      return both
    }),
  }
  /** A limit may hold for the effects too. */
  const processed = async (): Promise<EffectsReading> => {
    const [paced, began] = [await rate(), ports.now()]
    for (;;) {
      const reading = await ports.processed()
      const isLate = ports.now() - began > PUT_OFF_MS
      if (!('problem' in reading) || reading.exchange === undefined || isLate) return reading
      if (!isPutOff(reading.exchange, ports.now())) return reading
      const asked = reading.exchange.answer && askedWait(reading.exchange.answer, ports.now())
      const waitMs = Math.max(asked ?? 0, 1000)
      paced.pause(waitMs, reading.exchange)
      await ports.sleep(waitMs)
    }
  }
  const sendAtOnce: ReceiverPorts['send'] = timed(async (delivery, options) => {
    const exchange = await ports.send(delivery, options)
    await noted([delivery], [exchange])
    return exchange
  })
  const sendAllAtOnce: ReceiverPorts['sendTogether'] = timed(async (deliveries, options) =>
    noted(deliveries, await ports.sendTogether(deliveries, options)),
  )
  const opening = () =>
    ports.once('opening', async () => {
      const left = await time()
      left.begin()
      const delivery = drafting.signed(drafting.draft('quote.created'))
      const paced = await rate()
      const first = await paced.send(() => ports.send(delivery), true)
      await noteTime(first)
      return first
    })
  const lanes = () =>
    ports.once('lanes', async () => {
      const left = await time()
      const mayBegin = (item: Item) => left.mayBegin(item)
      return new Lanes({ now: ports.now, sleep: ports.sleep, mayBegin })
    })
  const guarded = guardedSendingOn({ ...ports, ...sending }, opening)
  const own = {
    sendAtOnce,
    sendAllAtOnce,
    processed,
    rate,
    spec,
    opening,
    time,
    lanes,
    takenIds,
    owesNothing,
  }
  return { ...ports, ...sending, ...drafting, ...guarded, ...own }
}

/**
 * Makes a scenario that sends deliveries. It sends none unless the first delivery of the run was answered with a 2xx in time. A
 * server that does not expect a test must not get load.
 */
export function scenario<T>(definition: ReceiverDefinition<T>): ReceiverScenario {
  return defineScenario({
    ...definition,
    async drive(context, judged) {
      const first = await context.opening()
      if (!isAccepted(first))
        throw new CannotTell(
          `the first delivery was not answered with a 2xx (${answerText(first)}): no other was sent`,
        )
      if (inTime(first, context.spec).kind === 'failed')
        throw new CannotTell('the first delivery was answered too late: no other was sent')
      if (definition.owes === false) context.owesNothing()
      return definition.drive(context, judged)
    },
  })
}

/** One requirement, judged on a scenario's trace. Each finding suggests what can be changed. */
export function claim<T>(
  requirement: string,
  judge: (trace: T, facts: Facts<Spec>) => Verdict,
  name?: string,
): Claim<T, Spec> {
  const whole = (trace: T, facts: Facts<Spec>) => withRemedy(requirement, judge(trace, facts), facts.spec)
  return name === undefined ? { requirement, judge: whole } : { requirement, judge: whole, name }
}
