import type { Exchange } from '../../../../conformance/exchange.ts'
import { mergePatch } from '../../../../conformance/json/merge-patch.ts'
import { all, cannotTell, cutOff, failed, observed, type Verdict } from '../../../../conformance/verdict.ts'
import { inForms } from '../../../../generators/forms.ts'
import { uniqueSubmission } from '../../../../generators/submission.ts'
import { OTHER_PARTNER } from '../../vocabulary/access/asking.ts'
import { claim, type PlatformContext, type PlatformScenario, scenario } from '../../vocabulary/context.ts'
import { finding, statusIs, succeeded } from '../../vocabulary/judge/answer.ts'
import { errorEnvelope, withoutData } from '../../vocabulary/judge/envelope.ts'
import { at, jsonOf } from '../../vocabulary/judge/json.ts'
import { observedAnswer } from '../../vocabulary/judge/observe.ts'
import type { PolledState } from '../../vocabulary/quotes/poll.ts'
import { isPromised } from '../../vocabulary/quotes/promise.ts'
import { quoteIdOf } from '../../vocabulary/quotes/record.ts'
import { type Settled, settledIn } from '../../vocabulary/submissions/settled.ts'
import { isTurnedAway } from '../../vocabulary/submissions/turned-away.ts'
import { raisedRetentions } from './raised-retention.ts'

/** Makes a scenario that checks that a recipe's submission settles in the recipe's state (3.transitions). */
function settling(state: string): PlatformScenario {
  const name = state.replaceAll('_', '-')
  return scenario<Settled>({
    id: `submit/settles-${name}`,
    title: `A submission made for ${state} is rated and reaches ${state}`,
    needs: [{ outcome: state }],
    async drive({ quotes, facts }) {
      const { answer } = await quotes.submit(state)
      const id = quoteIdOf(answer)
      const promised = isPromised(facts, state)
      return id === undefined ? { answer, promised } : { answer, promised, settled: await quotes.settle(id) }
    },
    claims: [claim(`transition-pending-to-${name}`, (trace) => settledIn(trace, state))],
  })
}

export const outcomeScenarios: readonly PlatformScenario[] = [
  settling('ready_to_bind'),
  settling('underwriter_review'),
  settling('approved_rate'),
  settling('failed'),
  scenario<DeclinedTrace>({
    id: 'submit/declined',
    title: 'A submission outside the guidelines is declined at once',
    needs: [{ outcome: 'declined' }],
    async drive(context) {
      const { api, quotes, facts } = context
      const { submission, answer } = await quotes.submit('declined')
      const promised = isPromised(facts, 'declined')
      // The answer to the same submission is open (R2), except that it must not be a declined quote.
      await api.submit(submission)
      const trace = { answer, promised, alike: await declinedAlike(context) }
      const id = quoteIdOf(answer)
      if (id !== undefined) return { ...trace, later: await quotes.settle(id) }
      const named = idAnywhereIn(answer)
      return named === undefined ? trace : { ...trace, read: await api.status(named) }
    },
    claims: [
      claim('transition-pending-to-declined', (trace) => declinedAtOnce(trace)),
      claim('declined-envelope', (trace) =>
        all([
          declinedAtOnce(trace),
          ...refusedOf(trace.alike).map((answer) => errorEnvelope(answer, 'declined')),
        ]),
      ),
      claim('declined-has-no-data', ({ answer, alike }) =>
        answer.answer?.status === 400
          ? all([answer, ...refusedOf(alike)].map(withoutData))
          : cutOff('nothing was declined'),
      ),
      claim('observe-declined-quote-readable', ({ read }) =>
        read === undefined
          ? observed('a declined answer names no quote id to ask for')
          : observedAnswer(read),
      ),
    ],
  }),
  ...raisedRetentions,
]

interface DeclinedTrace {
  readonly answer: Exchange
  readonly promised: boolean
  /** Answers to submissions that should be declined, too. They differ in ways that should not matter to the guidelines. */
  readonly alike: readonly Exchange[]
  readonly later?: PolledState
  readonly read?: Exchange
}

/** Outcomes whose recipes are combined with the one that is declined. */
const OTHERWISE = ['retention_raised', 'approved_rate', 'underwriter_review']

/** Submits the declined recipe in other forms, combined with recipes for other outcomes, and for another partner. */
async function declinedAlike({
  api,
  quotes,
  facts,
  spec,
  unique,
}: PlatformContext): Promise<readonly Exchange[]> {
  const { submission, outcomes } = facts
  const usual = quotes.submission('declined')
  const elsewhere = OTHERWISE.filter((outcome) => isPromised(facts, outcome)).map((outcome) =>
    uniqueSubmission(submission, mergePatch(outcomes[outcome], outcomes.declined), unique()),
  )
  const answers: Exchange[] = []
  for (const one of [
    inForms(usual, ['amounts-as-strings', 'required-only'], spec, outcomes.declined),
    ...elsewhere,
  ])
    answers.push(await api.submit(one))
  if (!facts.credentials.has('other_partner')) return answers
  const credentials = OTHER_PARTNER
  const answer = await api.submit(quotes.submission('declined'), { credentials })
  const isDeclined = at(jsonOf(answer), '/status') === 'declined'
  if (isDeclined || answer.answer?.status !== 400) return [...answers, answer]
  // Another partner may be refused for a reason of its own.
  const isOfGuidelines = isPromised(facts, 'declined') && !namesParties(outcomes.declined)
  if (!isOfGuidelines || !succeeded(await api.submit(quotes.submission(), { credentials }))) return answers
  return [...answers, answer]
}

/** Members of a submission by which a platform may know a broker, or an insured that belongs to another partner. */
const PARTIES = ['broker_email', 'insured_name', 'insured_taxid', 'insured_contact', 'website']

const namesParties = (recipe: unknown): boolean =>
  PARTIES.some((member) => at(recipe, `/${member}`) !== undefined)

/** Selects the answers with 400. The target may not decline all of these submissions, and those decide nothing. */
const refusedOf = (alike: readonly Exchange[]): readonly Exchange[] =>
  alike.filter(({ answer }) => answer?.status === 400)

function declinedAtOnce({
  answer,
  promised,
  later,
}: {
  readonly answer: Exchange
  readonly promised: boolean
  readonly later?: PolledState
}): Verdict {
  const declined = at(jsonOf(answer), '/status') === 'declined' || later?.state === 'declined'
  // A recipe that the suite discovered by one decline need not be declined again.
  if (!promised && !declined)
    return cannotTell('the submission that was found out was not declined again', 'outcomes.declined')
  if (later !== undefined && later.state !== 'declined' && later.state !== undefined)
    return failed(
      finding(later.last, 'declined, as outcomes.declined promises', later.state, '/data/quote_status'),
    )
  if (isTurnedAway(answer)) return cutOff('the credentials were refused')
  const code = statusIs(answer, 400)
  return code.kind === 'passed' ? errorEnvelope(answer, 'declined') : code
}

/** Finds a quote id anywhere in a declined answer, although it need not have one. */
function idAnywhereIn(exchange: Exchange): string | undefined {
  return /"(?:quote_?id|id)"\s*:\s*"([0-9a-f-]{36})"/i.exec(exchange.answer?.body.text ?? '')?.[1]
}
