import fc from 'fast-check'
import type { Exchange } from '../../../conformance/exchange.ts'
import { mergePatch } from '../../../conformance/json/merge-patch.ts'
import {
  CannotTell,
  cannotTell,
  failed,
  observed,
  passed,
  type Verdict,
} from '../../../conformance/verdict.ts'
import { uniqueSubmission } from '../../../generators/submission.ts'
import { raiseIsExplained } from '../statements/raises.ts'
import {
  type Cases,
  judgeCases,
  type Property,
  type Remarkable,
  runProperty,
} from '../vocabulary/cases/property.ts'
import { claim, type PlatformContext, type PlatformScenario, scenario } from '../vocabulary/context.ts'
import { finding } from '../vocabulary/judge/answer.ts'
import { at, isObject } from '../vocabulary/judge/json.ts'
import type { PolledState } from '../vocabulary/quotes/poll.ts'
import { outcomeOf } from '../vocabulary/quotes/quotes.ts'
import { amountOf, quoteIdOf, recordOf } from '../vocabulary/quotes/record.ts'
import { readNote } from '../vocabulary/submissions/raise-note.ts'

interface Input {
  /** In dollars. */
  readonly retention: number
  readonly asString: boolean
}

interface Seen {
  readonly answer: Exchange
  readonly settled?: PolledState
}

/** Upper bound for the generator, higher than any real retention. */
const MOST = 1_000_000_000

/** The property whose cases are submissions of a recipe with retentions up to the recipe's own. */
function retentions({ facts }: PlatformContext, outcome: string): Property<Input, Seen> {
  const recipe = mergePatch(facts.submission, facts.outcomes[outcome] ?? {})
  const most = Math.min(Math.floor(amountOf(isObject(recipe) ? recipe.retention : undefined) ?? 0), MOST)
  if (!(most >= 1))
    throw new CannotTell('the retention of the submission is no plain amount', 'submission.retention')
  return {
    arbitrary: fc.record({ retention: fc.integer({ min: 1, max: most }), asString: fc.boolean() }),
    prepare(context, { retention, asString }) {
      const { api, quotes, unique } = context
      const usual = uniqueSubmission(facts.submission, facts.outcomes[outcome] ?? {}, unique())
      const submission = { ...usual, retention: asString ? String(retention) : retention }
      return async () => {
        const answer = await api.submit(submission)
        const id = quoteIdOf(answer)
        if (id === undefined) return { answer }
        const settled = await quotes.rated(id)
        const isLow = outcome === 'retention_raised'
        return {
          answer,
          settled: isLow ? await readNote(context, { id, submission, answer, settled }) : settled,
        }
      }
    },
    judge: () => passed(),
    exchangesOf: ({ answer, settled }) => [answer, ...(settled?.reads ?? [])],
    steps: ({ retention, asString }) => [
      `submit ${outcome === 'ready_to_bind' ? 'the known-good submission' : `what the profile has for ${outcome}`} with a retention of ${asString ? `"${retention}"` : retention}`,
    ],
  }
}

const ratedOf = ({ settled }: Seen): number | undefined =>
  settled && amountOf(at(recordOf(settled.last), '/policy_term/retention'))

/** Judges that a retention is raised in either form: it is not above the recipe's own, which is raised already (8, R9). */
function raised(seen: Seen, { retention }: Input): Verdict {
  const rated = ratedOf(seen)
  if (rated === undefined) return observed(`a retention of ${retention} came to ${outcomeOf(seen.answer)}`)
  return rated > retention
    ? passed()
    : failed(
        finding(
          seen.settled?.last ?? seen.answer,
          `more than the submitted ${retention}, which is below the minimum`,
          String(rated),
          '/data/policy_term/retention',
        ),
      )
}

/**
 * Observes if a higher submitted retention ever gets a lower rated one. The specification does not compare
 * quotes.
 */
function monotone({ kept }: Cases<Input, Seen>): Verdict {
  const rates = kept
    .flatMap(({ input, seen }) => {
      const rated = ratedOf(seen)
      return rated === undefined ? [] : [{ submitted: input.retention, rated }]
    })
    .sort((one, other) => one.submitted - other.submitted)
  if (rates.length < 2) return cannotTell('fewer than two retentions were rated')
  const drop = rates.find(({ rated }, index) => rated < (rates[index - 1]?.rated ?? 0))
  return observed(
    drop === undefined
      ? 'a higher submitted retention was never rated lower'
      : `a retention of ${drop.submitted} was rated at ${drop.rated}, lower than a lower one`,
  )
}

export const retentionScenarios = (remarkable: Remarkable): readonly PlatformScenario[] => [
  scenario<Cases<Input, Seen>>({
    id: 'generated/retentions',
    title: 'The rated retention is never below the submitted one, and rises with it',
    drive: (context) => runProperty(context, retentions(context, 'ready_to_bind'), remarkable),
    claims: [claim('observe-retention-is-monotone', monotone)],
  }),
  scenario<Cases<Input, Seen>>({
    id: 'generated/low-retentions',
    title: 'Every retention below the minimum is raised, and the message says so',
    needs: [{ outcome: 'retention_raised' }],
    async drive(context) {
      const property = retentions(context, 'retention_raised')
      return runProperty(context, { ...property, judge: raised }, remarkable)
    },
    claims: [
      claim('retention-below-minimum-is-raised', (cases) => judgeCases(cases, raised)),
      raiseIsExplained(),
    ],
  }),
]
