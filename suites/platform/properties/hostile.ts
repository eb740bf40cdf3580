import type { Exchange } from '../../../conformance/exchange.ts'
import { all, failed, observed, passed, type Verdict } from '../../../conformance/verdict.ts'
import { bytesOf, type Hostile, hostileBody } from '../../../generators/hostile-body.ts'
import {
  type Cases,
  judgeCases,
  type Property,
  type Remarkable,
  runProperty,
} from '../vocabulary/cases/property.ts'
import { claim, type PlatformContext, type PlatformScenario, scenario } from '../vocabulary/context.ts'
import { describe, finding, isPutOff } from '../vocabulary/judge/answer.ts'
import { refusedAsInvalid } from '../vocabulary/judge/envelope.ts'
import { observedAnswer } from '../vocabulary/judge/observe.ts'
import { withCounterpart } from '../vocabulary/judge/refusals.ts'
import { updatesFor } from '../vocabulary/updates/changes.ts'

interface Seen {
  readonly answer: Exchange
}

interface Trace {
  readonly cases: Cases<Hostile, Seen>
  /** A valid request, sent last: it shows that the target still works. */
  readonly counterpart: Exchange
}

type Send = (context: PlatformContext, hostile: Hostile) => Promise<Exchange>

const property = (valid: Readonly<Record<string, unknown>>, send: Send): Property<Hostile, Seen> => ({
  arbitrary: hostileBody(valid),
  prepare: (own, hostile) => async () => ({ answer: await send(own, hostile) }),
  judge: refusedWhereCertain,
  exchangesOf: ({ answer }) => [answer],
  steps: ({ label }) => [`send a body with ${label}`],
})

/** Judges that a body is refused if no parser could read it as a JSON object (R1). */
function refusedWhereCertain({ answer }: Seen, { refused }: Hostile): Verdict {
  return refused ? refusedAsInvalid(answer) : observed('only watched')
}

/** Judges that a body causes no 5xx, which would be a failure of the server and no refusal (RFC 9110 section 15.6). */
function noServerError({ answer }: Seen, { label }: Hostile): Verdict {
  if (answer.answer === undefined || isPutOff(answer.answer)) return observed(`${label}: no answer`)
  return answer.answer.status < 500
    ? passed()
    : failed(finding(answer, `no server error at a body with ${label}`, describe(answer.answer), 'status'))
}

const watchedOnes = ({ kept }: Cases<Hostile, Seen>): Verdict =>
  all(
    kept
      .filter(({ input }) => !input.refused)
      .map(({ seen, input }) => observedAnswer(seen.answer, input.label)),
  )

function hostileScenario(what: 'submit' | 'update', drive: (context: PlatformContext) => Promise<Trace>) {
  const name = what === 'submit' ? 'submissions' : 'updates'
  return scenario<Trace>({
    id: `generated/hostile-${name}`,
    title: `Malformed bodies cause no server error at ${what}`,
    drive,
    claims: [
      claim(`hostile-${name}-refused`, ({ cases, counterpart }) =>
        withCounterpart(judgeCases(cases, refusedWhereCertain), counterpart),
      ),
      claim('hostile-bodies-no-server-error', ({ cases }) => judgeCases(cases, noServerError)),
      claim('observe-hostile-bodies', ({ cases }) => watchedOnes(cases)),
    ],
  })
}

export const hostileBodies = (remarkable: Remarkable): readonly PlatformScenario[] => [
  hostileScenario('submit', async (context) => {
    const send: Send = ({ api }, hostile) => api.submit(undefined, { body: bytesOf(hostile) })
    const valid = context.quotes.submission()
    const cases = await runProperty(context, property(valid, send), remarkable)
    return { cases, counterpart: (await context.quotes.submit()).answer }
  }),
  hostileScenario('update', async (context) => {
    const { quotes, api } = context
    // A body that may be accepted can cause a re-rating, so it is sent to another quote.
    const [quote, other] = await Promise.all([quotes.reach('ready_to_bind'), quotes.reach('ready_to_bind')])
    const send: Send = (own, hostile) =>
      own.api.update((hostile.refused ? quote : other).id, undefined, { body: bytesOf(hostile) })
    const cases = await runProperty(context, property(updatesFor(quote).all, send), remarkable)
    return { cases, counterpart: await api.update(quote.id, {}) }
  }),
]
