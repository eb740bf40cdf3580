import { all } from '../../../../conformance/verdict.ts'
import { claim, type ReceiverContext, type ReceiverScenario, scenario } from '../../vocabulary/context.ts'
import type { Draft } from '../../vocabulary/draft.ts'
import { accepted, isAccepted } from '../../vocabulary/judge/answer.ts'
import {
  type Effects,
  eachProcessed,
  processedAtAll,
  processedOnce,
  watchEffects,
} from '../../vocabulary/judge/processed.ts'
import { type Answered, acceptedIds, byId } from '../../vocabulary/send.ts'
import { refusedOne } from '../forgeries/judge.ts'

interface Trace {
  readonly answered: readonly Answered[]
  /** A forgery under an id that was processed before. */
  readonly forged: readonly Answered[]
  readonly effects: Effects
}

/** Repeats as a platform's retries bring them about, one after the other (6.endpoint, R24). */
export const repeats: ReceiverScenario = scenario<Trace>({
  id: 'repeats/one-after-the-other',
  title: 'Repeats are answered like the first time and processed once',
  async drive(context) {
    const answered: Answered[] = []
    const forged: Answered[] = []
    for (const { name, draft, forge } of stepsOf(context)) {
      const delivery = forge === undefined ? context.signed(draft()) : context.changed(draft(), forge)
      const exchange = await (forge === undefined ? context.send(delivery) : context.sendGuarded(delivery))
      ;(forge === undefined ? answered : forged).push({ name, id: draft().id, exchange })
    }
    const ids = acceptedIds(answered)
    return { answered, forged, effects: await watchEffects(context, ids, ids) }
  },
  claims: [
    claim('receiver-accepts-a-repeat', ({ answered }) => kind(answered, 'repeat')),
    claim('receiver-accepts-a-later-attempt', ({ answered }) => kind(answered, 'later')),
    claim('receiver-refuses-forgery-of-a-known-id', ({ forged, answered }) =>
      all(
        forged.flatMap(({ name, id, exchange }) => {
          const counterpart = answered.findLast((one) => one.id === id)
          return counterpart === undefined ? [] : [refusedOne(name, exchange, counterpart.exchange)]
        }),
      ),
    ),
    claim('receiver-processes-once', ({ answered, effects }) =>
      eachProcessed(effects, taken(answered), processedOnce),
    ),
    claim('receiver-processes-each-event', ({ answered, effects }) =>
      eachProcessed(effects, taken(answered), processedAtAll),
    ),
  ],
})

const kind = (answered: readonly Answered[], word: string) =>
  all(
    answered
      .filter(({ name }) => name.startsWith(word))
      .map(({ name, exchange }) => accepted(exchange, name)),
  )

const taken = (answered: readonly Answered[]) =>
  byId(answered).filter(({ exchanges }) => exchanges.some(isAccepted))

interface Step {
  readonly name: string
  readonly draft: () => Draft
  readonly forge?: { readonly signature?: string; readonly body?: string }
}

function stepsOf({ draft, timestamp }: ReceiverContext): readonly Step[] {
  const [plain, a, b] = [draft('quote.created'), draft('policy.created'), draft('broker.added')]
  const late = draft('quote.created')
  const same = (one: Draft) => () => one
  /** Later attempts are signed anew, and remain what they are once they are made. */
  const later = (one: Draft, offset = 0) => {
    let made: Draft | undefined
    return () => {
      made ??= { ...one, timestamp: offset === 0 ? timestamp() : secondsOff(timestamp(), offset) }
      return made
    }
  }
  return [
    { name: 'first', draft: same(plain) },
    { name: 'repeat at once', draft: same(plain) },
    { name: 'repeat once more', draft: same(plain) },
    { name: 'later Timestamp', draft: later(plain) },
    { name: 'later Timestamp without milliseconds', draft: later(plain, -1) },
    // A, B, A finds whoever remembers only the last id.
    { name: 'first of two', draft: same(a) },
    { name: 'second of two', draft: same(b) },
    { name: 'repeat of the first of two', draft: same(a) },
    { name: 'repeat of the second of two', draft: same(b) },
    { name: 'later attempt at the first of two', draft: later(a) },
    { name: 'first, forged afterwards', draft: same(late) },
    { name: 'known id, wrong signature', draft: same(late), forge: { signature: '0'.repeat(64) } },
    { name: 'known id, another body', draft: same(late), forge: { body: late.body.replace('Acme', 'Acne') } },
    { name: 'repeat after its forgery', draft: same(late) },
  ]
}

/** Whole seconds, as another clock might write them. */
function secondsOff(timestamp: string, seconds: number): string {
  return new Date(Date.parse(timestamp) + seconds * 1000).toISOString().replace(/\.\d+Z$/, 'Z')
}
