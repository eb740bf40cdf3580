import type { Arbitrary } from 'fast-check'
import type { Exchange } from '../../../conformance/exchange.ts'
import { CannotTell, observed, type Verdict } from '../../../conformance/verdict.ts'
import { type JsonForm, jsonForm, written } from '../../../generators/json-form.ts'
import { amountForms, type Variation } from '../../../generators/near.ts'
import type { Spec } from '../../../spec/spec.ts'
import {
  type Cases,
  judgeCases,
  type Property,
  type Remarkable,
  runProperty,
} from '../vocabulary/cases/property.ts'
import { claim, type PlatformContext, type PlatformScenario, scenario } from '../vocabulary/context.ts'
import { at, show } from '../vocabulary/judge/json.ts'
import type { PolledState } from '../vocabulary/quotes/poll.ts'
import { quoteIdOf, recordOf } from '../vocabulary/quotes/record.ts'
import { rateAlike } from '../vocabulary/submissions/both-forms.ts'
import { submissionOf } from './submissions.ts'

/** A submission and its rated quote; without `settled` where it made none. */
interface Made {
  readonly answer: Exchange
  readonly settled?: PolledState
}

/** Two quotes of submissions that are equal except for the insured. */
interface Pair {
  readonly one: Made
  readonly other: Made
}

interface Seen extends Pair {
  readonly changed: Made
}

interface Trace<Input> extends Pair {
  readonly cases: Cases<Input, Seen>
}

type Submit<Input> = (context: PlatformContext, input: Input) => Promise<Exchange>

async function made({ quotes }: PlatformContext, answer: Exchange): Promise<Made> {
  const id = quoteIdOf(answer)
  return id === undefined ? { answer } : { answer, settled: await quotes.rated(id) }
}

/** Compares each generated case with a pair of ordinary submissions of the same meaning: all must be rated alike (R3; RFC 8259). */
function sameMeaning<Input>(
  arbitrary: Arbitrary<Input>,
  submit: Submit<Input>,
  steps: (input: Input) => readonly string[],
): (context: PlatformContext, remarkable: Remarkable) => Promise<Trace<Input>> {
  return async (context, remarkable) => {
    const [one, other] = await Promise.all(
      [0, 1].map(async () => made(context, (await context.quotes.submit()).answer)),
    )
    if (one?.settled === undefined || other?.settled === undefined)
      throw new CannotTell('the known-good submission made no quote', 'outcomes.ready_to_bind')
    const pair = { one, other }
    const property: Property<Input, Seen> = {
      arbitrary,
      prepare: (own, input) => async () => {
        const seen = { ...pair, changed: await made(own, await submit(own, input)) }
        return alike(seen, own.spec).kind === 'failed' ? controlled(own, seen) : seen
      },
      judge: (seen) => alike(seen, context.spec),
      exchangesOf: ({ changed }) => [changed.answer, ...(changed.settled?.reads ?? [])],
      steps,
    }
    return { ...pair, cases: await runProperty(context, property, remarkable) }
  }
}

/** How often the known-good submission is sent again before a difference counts. */
const CONTROLS = 3

/** Submits equal submissions again. One that is rated differently replaces the second of the pair: then that field may vary. */
async function controlled(own: PlatformContext, seen: Seen): Promise<Seen> {
  for (let n = 0; n < CONTROLS; n++) {
    const changed = await made(own, (await own.quotes.submit()).answer)
    if (alike({ ...seen, changed }, own.spec).kind !== 'passed') return { ...seen, other: changed }
  }
  return seen
}

function alike({ one, other, changed }: Seen, spec: Spec): Verdict {
  const sent = { asNumber: one.answer, counterpart: other.answer, asString: changed.answer }
  const ids = new Set([one, other, changed].map(({ answer }) => quoteIdOf(answer)))
  const [number, counterpart, string] = [one.settled, other.settled, changed.settled]
  // Two submissions that share a quote prove nothing.
  if (ids.size < 3 || number === undefined || counterpart === undefined || string === undefined)
    return rateAlike(sent, spec)
  const rates = { number: number.last, counterpart: counterpart.last, string: string.last }
  return rateAlike({ ...sent, rates }, spec)
}

const RATES = ['/policy_term', '/personal_cyber', '/coverage_details'] as const

/** Observes whether two equal submissions get equal rates, which is open (R2). */
function equalRates({ one, other }: Pair): Verdict {
  const [a, b] = [one.settled, other.settled].map((sighting) => sighting && recordOf(sighting.last))
  const differing = RATES.filter((pointer) => show(at(a, pointer)) !== show(at(b, pointer)))
  return observed(
    differing.length === 0
      ? 'two equal submissions for two insured are rated alike'
      : `two equal submissions for two insured differ in ${differing.join(', ')}`,
  )
}

export const sameMeaningScenarios = (remarkable: Remarkable): readonly PlatformScenario[] => [
  scenario<Trace<Variation>>({
    id: 'generated/number-forms',
    title: 'Amounts rate alike as numbers and as strings of digits, in any combination',
    drive: (context) =>
      sameMeaning(
        amountForms(context.facts.submission),
        (own, input) => own.api.submit(submissionOf(own, input)),
        ({ patch }) => [`submit the known-good submission with ${show(patch)}`],
      )(context, remarkable),
    claims: [
      claim('number-and-string-rate-alike', ({ cases }, { spec }) =>
        judgeCases(cases, (seen) => alike(seen, spec)),
      ),
      claim('observe-equal-submissions-rate-alike', (trace) => equalRates(trace)),
    ],
  }),
  scenario<Trace<JsonForm>>({
    id: 'generated/json-forms',
    title: 'Order of members, white space and escapes make no difference',
    drive: (context) =>
      sameMeaning(
        jsonForm,
        (own, form) => own.api.submit(undefined, { body: written(own.quotes.submission(), form) }),
        ({ order, space, escaped }) => [
          `submit the known-good submission with its members ${order}, ${JSON.stringify(space)} between tokens, escapes ${escaped}`,
        ],
      )(context, remarkable),
    claims: [
      claim('json-form-makes-no-difference', ({ cases }, { spec }) =>
        judgeCases(cases, (seen) => alike(seen, spec)),
      ),
    ],
  }),
]
