import type { Exchange } from '../../../conformance/exchange.ts'
import { mergePatch } from '../../../conformance/json/merge-patch.ts'
import { all, cannotTell, observed, passed, type Verdict } from '../../../conformance/verdict.ts'
import { completed } from '../../../generators/complete.ts'
import {
  type BrokenRule,
  broken,
  brokenBody,
  brokenRules,
  type Invalid,
  isInvalid,
} from '../../../generators/invalid.ts'
import { nearVariation, type Variation } from '../../../generators/near.ts'
import { type Submission, uniqueSubmission } from '../../../generators/submission.ts'
import { wideVariation } from '../../../generators/wide.ts'
import { RATE_REQUIREMENTS } from '../statements/rating.ts'
import {
  type Cases,
  judgeCases,
  type Property,
  type Remarkable,
  runProperty,
} from '../vocabulary/cases/property.ts'
import { claim, type PlatformContext, type PlatformScenario, scenario } from '../vocabulary/context.ts'
import { refusedAsInvalid } from '../vocabulary/judge/envelope.ts'
import { at, jsonOf, show } from '../vocabulary/judge/json.ts'
import { withCounterpart } from '../vocabulary/judge/refusals.ts'
import { stateOf } from '../vocabulary/quotes/record.ts'
import { notRefusedAsInvalid } from '../vocabulary/submissions/taken.ts'

/** The answers to a generated body. */
interface Sent {
  readonly answer: Exchange
  /** The same body with the secondary key, where the profile has one. */
  readonly withSecondary?: Exchange
}

interface Trace<Input> {
  readonly cases: Cases<Input, Sent>
  /** The unchanged known-good submission. */
  readonly counterpart: Exchange
}

/** Makes the submission of a variation, with a unique name and email. */
export function submissionOf({ facts, spec, unique }: PlatformContext, { patch }: Variation): Submission {
  const varied = mergePatch(facts.submission, patch) as Submission
  return uniqueSubmission(completed(spec, varied, facts.submission), {}, unique())
}

const exchangesOf = ({ answer, withSecondary }: Sent) =>
  withSecondary === undefined ? [answer] : [answer, withSecondary]

/** The property that no valid submission near the known-good one is refused as invalid (2.1, R3, R5). */
const valid = ({ facts }: PlatformContext, counterpart: Exchange): Property<Variation, Sent> => ({
  arbitrary: nearVariation(facts.submission),
  prepare(own, input) {
    const submission = submissionOf(own, input)
    return async () => ({ answer: await own.api.submit(submission) })
  },
  judge: ({ answer }) => notRefusedAsInvalid(answer, counterpart),
  exchangesOf,
  steps: ({ patch }) => [`submit the known-good submission with ${show(patch)}`],
})

/** Sends valid submissions far from the known-good one; their outcome is open (R2, R5). */
const wide = (context: PlatformContext, counterpart: Exchange): Property<Variation, Sent> => ({
  ...valid(context, counterpart),
  arbitrary: wideVariation(String(context.facts.submission.effective_date)),
  judge: () => passed(),
})

/** The property that a submission with one or two broken rules is refused. The published schema confirms each as invalid (R1). */
const invalid = (context: PlatformContext): Property<Invalid, Sent> => ({
  exchangesOf,
  arbitrary: brokenBody(brokenRules(context.spec, 'Submission'), nearVariation(context.facts.submission)),
  prepare(own, input) {
    const body = JSON.stringify(broken(submissionOf(own, input), input.breaks))
    // A valid body sent as invalid would fail every right platform, so this is an error of the suite.
    if (!isInvalid(own.spec, 'Submission', body)) throw new RangeError(`a body is valid after all: ${body}`)
    return async () => {
      const answer = await own.api.submit(undefined, { body })
      if (!own.facts.credentials.has('secondary_integration_key')) return { answer }
      const credentials = { key: 'secondary' } as const
      return { answer, withSecondary: await own.api.submit(undefined, { body, credentials }) }
    }
  },
  judge: (sent, { breaks }) => all(exchangesOf(sent).map((answer) => refusedBody(answer, breaks))),
  steps: ({ patch, breaks }) => [
    ...(Object.keys(patch).length > 0 ? [`take the known-good submission with ${show(patch)}`] : []),
    `submit it with ${breaks.map(brokenStep).join(' and ')}`,
  ],
})

export const brokenStep = ({ pointer, label, value }: BrokenRule): string =>
  `${pointer} ${value === undefined ? 'left out' : `as ${show(value)} (${label})`}`

/** Judges that a body was refused as invalid; a finding names the broken rules. */
export function refusedBody(answer: Exchange, breaks: Invalid['breaks']): Verdict {
  const verdict = refusedAsInvalid(answer)
  if (verdict.kind !== 'failed') return verdict
  const why = breaks.map(({ pointer, label }) => `${pointer} is wrong (${label})`).join(' and ')
  return {
    ...verdict,
    findings: verdict.findings.map((one) => ({
      ...one,
      expected: `${one.expected}, since ${why}`,
      cause: { ...one.cause, expected: one.expected },
    })),
  }
}

async function drive<Input>(
  context: PlatformContext,
  property: (context: PlatformContext, counterpart: Exchange) => Property<Input, Sent>,
  remarkable: Remarkable,
): Promise<Trace<Input>> {
  const counterpart = (await context.quotes.submit()).answer
  return { counterpart, cases: await runProperty(context, property(context, counterpart), remarkable) }
}

/** Counts the cases by outcome, most frequent first. */
function tally({ kept, total }: Cases<Variation, Sent>): Verdict {
  const words = Map.groupBy(kept, ({ seen: { answer } }) => wordFor(answer))
  const counts = [...words]
    .map(([word, cases]) => [word, cases.length] as const)
    .sort(([, a], [, b]) => b - a)
  if (counts.length === 0) return cannotTell(`none of ${total} cases was sent`)
  return observed(counts.map(([word, count]) => `${count} of ${kept.length} ${word}`).join(', '))
}

function wordFor(answer: Exchange): string {
  const word = at(jsonOf(answer), '/status')
  if (answer.answer === undefined) return 'got no answer'
  return stateOf(answer) ?? `${answer.answer.status}${typeof word === 'string' ? ` ${word}` : ''}`
}

export const generatedSubmissions = (remarkable: Remarkable): readonly PlatformScenario[] => [
  scenario<Trace<Variation>>({
    id: 'generated/valid-submissions',
    title: 'A submission that is valid by its schema is not refused as invalid',
    drive: (context) => drive(context, valid, remarkable),
    claims: [
      claim('valid-submissions-accepted', ({ cases, counterpart }) =>
        judgeCases(cases, ({ answer }) => notRefusedAsInvalid(answer, counterpart)),
      ),
    ],
  }),
  scenario<Trace<Variation>>({
    id: 'submit/open-unusual-values',
    title: 'The answer to a valid submission far from the known-good one',
    exempt: RATE_REQUIREMENTS,
    drive: (context) => drive(context, wide, remarkable),
    claims: [claim('submit-observe-unusual-values', ({ cases }) => tally(cases))],
  }),
  scenario<Trace<Invalid>>({
    id: 'generated/invalid-submissions',
    title: 'A submission that breaks a rule anywhere is refused',
    drive: (context) => drive(context, invalid, remarkable),
    claims: [
      claim('broken-submissions-refused', ({ cases, counterpart }) =>
        withCounterpart(
          judgeCases(cases, (sent, { breaks }) =>
            all(exchangesOf(sent).map((answer) => refusedBody(answer, breaks))),
          ),
          counterpart,
        ),
      ),
    ],
  }),
]
