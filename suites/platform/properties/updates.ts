import type { Exchange } from '../../../conformance/exchange.ts'
import { cannotTell, cutOff, type Verdict } from '../../../conformance/verdict.ts'
import { broken, brokenBody, brokenRules, type Invalid, isInvalid } from '../../../generators/invalid.ts'
import type { Variation } from '../../../generators/near.ts'
import { validUpdate } from '../../../generators/update.ts'
import {
  type Cases,
  judgeCases,
  type Property,
  type Remarkable,
  runProperty,
} from '../vocabulary/cases/property.ts'
import { claim, type PlatformContext, type PlatformScenario, scenario } from '../vocabulary/context.ts'
import { statusClassIs, succeeded } from '../vocabulary/judge/answer.ts'
import { isObject, show } from '../vocabulary/judge/json.ts'
import { withCounterpart } from '../vocabulary/judge/refusals.ts'
import { stateOf } from '../vocabulary/quotes/record.ts'
import { rates, type Update, unchanged } from '../vocabulary/updates/update.ts'
import { brokenStep, refusedBody } from './submissions.ts'

const contactOf = ({ facts }: PlatformContext) =>
  isObject(facts.submission.insured_contact) ? facts.submission.insured_contact : {}

/** The property that valid updates are accepted; each has a quote of its own, since it may cause a re-rating (R13). */
const valid = (context: PlatformContext): Property<Variation, Update> => ({
  arbitrary: validUpdate(contactOf(context)),
  prepare:
    ({ api, quotes }, { patch }) =>
    async () => {
      const quote = await quotes.create()
      const rating = await quotes.rated(quote.id)
      const answer = await api.update(quote.id, patch)
      return { before: rating.last, answer, settled: await quotes.rated(quote.id) }
    },
  judge: (seen) => accepted(seen),
  exchangesOf: ({ before, answer, settled }) => [before, answer, ...settled.reads],
  steps: ({ patch }) => ['bring a quote to ready_to_bind', `update it with ${show(patch)}`],
})

/** Judges an update only if its quote was in `ready_to_bind`, and still is where the update was refused. */
function accepted({ before, answer, settled }: Update): Verdict {
  if (stateOf(before) !== 'ready_to_bind')
    return cannotTell('the known-good submission did not reach ready_to_bind', 'outcomes.ready_to_bind')
  return succeeded(answer) || settled.state === 'ready_to_bind'
    ? statusClassIs(answer, 2)
    : cutOff(`the quote went to ${settled.state ?? 'no readable state'} by itself`)
}

interface Sent {
  readonly answer: Exchange
}

/** The property that updates with one or two broken rules are refused; all of one quote, which must not change (R1, R13). */
const invalid = (context: PlatformContext, id: string): Property<Invalid, Sent> => ({
  arbitrary: brokenBody(brokenRules(context.spec, 'Update'), validUpdate(contactOf(context))),
  prepare({ api, spec }, { patch, breaks }) {
    const body = JSON.stringify(broken(patch, breaks))
    if (!isInvalid(spec, 'Update', body)) throw new RangeError(`a body is valid after all: ${body}`)
    return async () => ({ answer: await api.update(id, undefined, { body }) })
  },
  judge: ({ answer }, { breaks }) => refusedBody(answer, breaks),
  exchangesOf: ({ answer }) => [answer],
  steps: ({ breaks }) => [
    'bring a quote to ready_to_bind',
    `update it with ${breaks.map(brokenStep).join(' and ')}`,
  ],
})

interface Refusals {
  readonly cases: Cases<Invalid, Sent>
  /** A valid update, sent last, since it may cause a re-rating. */
  readonly counterpart: Exchange
}

export const generatedUpdates = (remarkable: Remarkable): readonly PlatformScenario[] => [
  scenario<Cases<Variation, Update>>({
    id: 'generated/valid-updates',
    title: 'An update that is valid by its schema is accepted and changes the contact only',
    drive: (context) => runProperty(context, valid(context), remarkable),
    claims: [
      claim('update-in-ready-to-bind', (cases) => judgeCases(cases, accepted)),
      claim('update-changes-contact-only', (cases) => judgeCases(cases, unchanged)),
      claim('update-observe-rates-afterwards', (cases) => judgeCases(cases, rates)),
    ],
  }),
  scenario<Refusals>({
    id: 'generated/invalid-updates',
    title: 'An update that breaks a rule anywhere is refused',
    async drive(context) {
      const { id } = await context.quotes.reach('ready_to_bind')
      const cases = await runProperty(context, invalid(context, id), remarkable)
      return { cases, counterpart: await context.api.update(id, {}) }
    },
    claims: [
      claim('broken-updates-refused', ({ cases, counterpart }) =>
        withCounterpart(
          judgeCases(cases, ({ answer }, { breaks }) => refusedBody(answer, breaks)),
          counterpart,
        ),
      ),
    ],
  }),
]
