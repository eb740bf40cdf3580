import { type Exchange, header } from '../../../conformance/exchange.ts'
import type { Delivery, ReceiverNeed, ReceiverPorts } from '../../../conformance/ports/receiver.ts'
import { defineScenario, type Scenario, type ScenarioDefinition } from '../../../conformance/scenario.ts'
import { CannotTell } from '../../../conformance/verdict.ts'
import type { Spec } from '../../../spec/spec.ts'
import { type Draft, type Drafting, draftingOn } from './drafts/draft.ts'
import { answerText, inTime, isAccepted } from './judge/answer.ts'
import { TakenIds } from './judge/taken-ids.ts'
import type { Item } from './pace/item.ts'
import { Lanes } from './pace/lanes.ts'
import { RunTime } from './pace/run-time.ts'
import { diagnose, diagnosisText } from './sending/diagnosis.ts'
import { type GuardedSending, guardedSendingOn } from './sending/guarded-sending.ts'
import { type PacedSending, sendingOn } from './sending/sending.ts'

export { claim } from '../../claim.ts'

/** Tools of a receiver scenario. */
export interface ReceiverContext extends ReceiverPorts, Drafting, GuardedSending, PacedSending {
  readonly spec: Spec
  /** Sends the first delivery of the run: a plain, validly signed event. */
  opening(): Promise<Exchange>
  time(): Promise<RunTime>
  takenIds(): Promise<TakenIds>
  /** States that the receiver need not process the events of this scenario, or not all of them. */
  owesNothing(): void
  /** Drives cases, side by side where the receiver is slow but bears several at a time. */
  lanes(): Promise<Lanes>
}

/** Redirections, and answers of a server that has nothing at this address. */
export const NOT_HERE: ReadonlySet<number> = new Set([301, 302, 303, 307, 308, 404, 405, 410, 501])

/** Number of scenarios that overlap, for a slow receiver that answers several deliveries at a time as fast as one. */
const SIDE_BY_SIDE = 6

export type ReceiverScenario = Scenario<ReceiverContext, Spec>
/** A scenario as its author writes it, with needs that a receiver can meet. */
export type ReceiverDefinition<T> = ScenarioDefinition<ReceiverContext, Spec, T> & {
  readonly needs?: readonly ReceiverNeed[]
  /** False where the specification leaves the fate of its events open, or where they are more than a receiver must bear. */
  readonly owes?: false
}

/** Why the first delivery was refused, where other deliveries showed it. */
export const whyRefused = ({ once }: Pick<ReceiverPorts, 'once'>): Promise<{ why?: string }> =>
  once('why the first delivery was refused', async () => ({}))

/** Adds the vocabulary of signed deliveries to the ports of a lease. */
export function receiverContext(ports: ReceiverPorts, spec: Spec): ReceiverContext {
  const drafting = draftingOn(ports, spec)
  const time = () => ports.once('time', async () => new RunTime(ports.now))
  const takenIds = () => ports.once('taken ids', async () => new TakenIds(spec.delivery.headers.eventId))
  let isOwed = true
  const owesNothing = () => {
    isOwed = false
  }
  const noted = async (deliveries: readonly Delivery[], exchanges: readonly Exchange[]) => {
    const ids = await takenIds()
    for (const [index, exchange] of exchanges.entries()) {
      const delivery = deliveries[index]
      if (delivery === undefined) continue
      ids.noteSent(delivery, exchange)
      if (delivery.signedWith !== undefined) ids.note(delivery, exchange, isOwed)
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
  ports.checkWith(() => drafting.signed(drafting.draft('quote.created')))
  const sending = sendingOn(ports, drafting, { time, noted, noteTime })
  const opening = () =>
    ports.once('opening', async () => {
      const left = await time()
      left.begin()
      const draft = drafting.draft('quote.created')
      const first = await sending.sendFirst(drafting.signed(draft))
      await endUnlessTaken(first, draft)
      return first
    })
  /** Ends the run where the first delivery was refused: a server that does not expect a test must not get load. */
  const endUnlessTaken = async (first: Exchange, draft: Draft): Promise<void> => {
    const { answer } = first
    if (answer === undefined || isAccepted(first)) return
    const why = `the first delivery was answered ${answer.status}`
    if (NOT_HERE.has(answer.status)) {
      const to = header(answer, 'location')
      const where = to === undefined ? 'the path is wrong, or the receiver refuses so' : `to ${to}`
      return ports.giveUp({ why: `receiver.url: ${why}: ${where}`, cause: 'profile' })
    }
    const found = await diagnose(first, draft, { ...drafting, send: sending.send })
    const known = await whyRefused(ports)
    known.why = found.why
    ports.giveUp({ why: `${why}, and nothing else was judged`, cause: 'target' }, diagnosisText(found))
  }
  const lanes = () =>
    ports.once('lanes', async () => {
      const left = await time()
      const mayBegin = (item: Item) => left.mayBegin(item)
      return new Lanes({ now: ports.now, sleep: ports.sleep, mayBegin })
    })
  const guarded = guardedSendingOn({ ...ports, ...sending }, opening)
  const own = { spec, opening, time, lanes, takenIds, owesNothing }
  return { ...ports, ...sending, ...drafting, ...guarded, ...own }
}

/**
 * Makes a scenario that sends deliveries. It sends none unless the first delivery of the run was answered with a 2xx in time. A
 * server that does not expect a test must not get load.
 */
export function sendScenario<T>(definition: ReceiverDefinition<T>): ReceiverScenario {
  return defineScenario({
    ...definition,
    async drive(context, judged, isChosen) {
      const first = await context.opening()
      if (!isAccepted(first))
        throw new CannotTell(
          `the first delivery was not answered with a 2xx (${answerText(first)}): no other was sent`,
        )
      if (inTime(first, context.spec).kind === 'failed')
        throw new CannotTell('the first delivery was answered too late: no other was sent')
      if (definition.owes === false) context.owesNothing()
      return definition.drive(context, judged, isChosen)
    },
  })
}
