import type { Exchange } from '../../../../conformance/exchange.ts'
import { all, cannotTell, observed, type Verdict } from '../../../../conformance/verdict.ts'
import { claim, type ReceiverContext, type ReceiverScenario, sendScenario } from '../../vocabulary/context.ts'
import type { Draft } from '../../vocabulary/drafts/draft.ts'
import { LeftOut, slownessOf } from '../../vocabulary/driving/left-out.ts'
import { type Effects, watchEffects } from '../../vocabulary/effects/processed.ts'
import { isAccepted, observedDelivery } from '../../vocabulary/judge/answer.ts'

interface Trace {
  readonly answers: Readonly<Record<string, Exchange>>
  /** Two ids that differ only in letter case; the effects show which of them were processed. */
  readonly caseIds: readonly string[]
  readonly effects: Effects
}

/** Observations decide nothing, so a slow receiver's effects are not waited for. */
const MINUTE_MS = 60_000

/** Observes behaviour that the specification leaves open for the receiver. */
export const observations: ReceiverScenario = sendScenario<Trace>({
  id: 'observations/open',
  owes: false,
  title: 'Points that the specification leaves open',
  async drive(context) {
    const time = await context.time()
    if (!time.has('variantsMs'))
      throw new LeftOut(`open points were left out, since ${await slownessOf(context)}`)
    const answers: Record<string, Exchange> = {}
    for (const [name, send] of Object.entries(sendersOf(context)))
      if (time.has('variantsMs')) answers[name] = await send()
    const { draft, signed, sendGuarded: send, unique } = context
    const id = `evt-${unique()}-abc`
    const caseIds = [id, id.toUpperCase()]
    for (const one of caseIds) answers[one] = await send(signed(draft('quote.created', { id: one })))
    return { answers, caseIds, effects: await watchEffects(context, [id], caseIds) }
  },
  claims: [
    seen('receiver-observe-old-timestamp', 'four minutes old', 'ten minutes old', 'a day old'),
    seen('receiver-observe-future-timestamp', 'four minutes ahead', 'ten minutes ahead'),
    seen('receiver-observe-upper-case-hex', 'in capitals'),
    seen('receiver-observe-padded-signature', 'sha256= before it'),
    seen('receiver-observe-duplicate-headers', 'signed, then wrong', 'wrong, then right'),
    seen('receiver-observe-repeat-with-other-body', 'known id, other body'),
    seen('receiver-observe-malformed-json', 'no JSON', 'no object', 'no body', 'half a pair of surrogates'),
    claim('receiver-observe-shifted-period', ({ answers }) => shifted(answers)),
    claim('receiver-observe-ids-that-differ-in-case', differInCase),
  ],
})

function seen(requirement: string, ...names: readonly string[]) {
  return claim<Trace>(requirement, ({ answers }) =>
    all(
      names.flatMap((name) => (answers[name] === undefined ? [] : [observedDelivery(answers[name], name)])),
    ),
  )
}

type Senders = Readonly<Record<string, () => Promise<Exchange>>>

function sendersOf(context: ReceiverContext): Senders {
  const { draft, signed, changed, sendGuarded: send, signature, event, now } = context
  const at = (ms: number) => () =>
    send(signed(draft('quote.created', { timestamp: new Date(now() + ms).toISOString() })))
  const withBody = (body: string) => () => send(signed(draft('quote.created', { body })))
  const signedAs = (write: (hex: string) => string) => () => {
    const one = draft('quote.created')
    return send(changed(one, { signature: write(signature(one)) }))
  }
  return {
    'four minutes old': at(-4 * MINUTE_MS),
    'ten minutes old': at(-10 * MINUTE_MS),
    'a day old': at(-1440 * MINUTE_MS),
    'four minutes ahead': at(4 * MINUTE_MS),
    'ten minutes ahead': at(10 * MINUTE_MS),
    'in capitals': signedAs((hex) => hex.toUpperCase()),
    'sha256= before it': signedAs((hex) => `sha256=${hex}`),
    'signed, then wrong': doubled(context, false),
    'wrong, then right': doubled(context, true),
    'known id, other body': async () => {
      const one = draft('quote.created')
      await send(signed(one))
      return send(signed({ ...one, body: JSON.stringify(event('policy.created')) }))
    },
    'no JSON': withBody('{"type":"quote.created"'),
    'no object': withBody('[]'),
    'no body': withBody(''),
    'half a pair of surrogates': withBody(JSON.stringify(event('quote.created')).replace('Acme', '\\ud83d')),
    ...shifts(context),
  }
}

function doubled(
  { draft, signed, send, spec }: ReceiverContext,
  wrongFirst: boolean,
): () => Promise<Exchange> {
  return () => {
    const { signedWith: _, ...delivery } = signed(draft('quote.created'))
    const wrong = [spec.delivery.headers.signature, '0'.repeat(64)] as const
    const headers = wrongFirst
      ? delivery.headers.flatMap((one) => (one[0] === wrong[0] ? [wrong, one] : [one]))
      : [...delivery.headers, wrong]
    return send({ ...delivery, headers })
  }
}

/** The signed string has no framing: if a part contains a period, the parts can be split at another place (R33). */
function shifts({ draft, signed, changed, sendGuarded: send, signature }: ReceiverContext): Senders {
  let one: Draft | undefined
  const captured = () => {
    one ??= draft('quote.created', { id: `evt.${draft('quote.created').id}` })
    return one
  }
  return {
    'captured, with a period in its id': () => send(signed(captured())),
    'cut at another period': () => {
      const whole = captured()
      const [head = '', rest = ''] = whole.id.split(/\.(.*)/s)
      const signed = signature(whole)
      return send(
        changed(whole, {
          id: head,
          timestamp: rest,
          body: `${whole.timestamp}.${whole.body}`,
          signature: signed,
        }),
      )
    },
  }
}

function shifted(answers: Trace['answers']): Verdict {
  const captured = answers['captured, with a period in its id']
  const replay = answers['cut at another period']
  if (captured === undefined || replay === undefined) return cannotTell('it was not tried')
  if (!isAccepted(captured)) return observed('an Event-ID with a period is refused')
  return observedDelivery(replay, 'the same signature over the parts cut at another period')
}

function differInCase({ caseIds, effects, answers }: Trace): Verdict {
  if ('absent' in effects)
    return effects.absent === 'profile'
      ? cannotTell(effects.why, 'receiver.effects')
      : cannotTell(effects.why)
  if (!caseIds.every((id) => answers[id] !== undefined && isAccepted(answers[id])))
    return observed('an Event-ID in capitals is not accepted beside one in small letters')
  const apart = caseIds.every((id) => effects.times[id] === 1)
  return observed(apart ? 'they are two events' : 'they count as one event')
}
