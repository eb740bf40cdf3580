import type { Exchange } from '../../../../conformance/exchange.ts'
import type { FieldRule, Requirement } from '../../../../conformance/requirement.ts'
import {
  cannotTell,
  cutOff,
  failed,
  passed,
  unlessUnable,
  type Verdict,
} from '../../../../conformance/verdict.ts'
import { breaksOf } from '../../../../generators/breaks.ts'
import type { Spec } from '../../../../spec/spec.ts'
import { claim, type PlatformContext, type PlatformScenario, scenario } from '../../vocabulary/context.ts'
import { finding } from '../../vocabulary/judge/answer.ts'
import { type InvalidAttempt, refusalsOf } from '../../vocabulary/judge/refusals.ts'
import { whileHeld } from '../../vocabulary/operator/hold.ts'
import type { PolledState } from '../../vocabulary/quotes/poll.ts'
import { outcomeOf } from '../../vocabulary/quotes/quotes.ts'
import { submitBroken } from '../../vocabulary/submissions/broken.ts'
import { updatesFor } from '../../vocabulary/updates/changes.ts'
import { lastingIn } from './lasting.ts'

interface Trace {
  /** Invalid submissions while rating is held. */
  readonly attempts: readonly InvalidAttempt[]
  /** A valid submission meanwhile. */
  readonly counterpart: Exchange
  /** A quote whose review was approved during the hold, after the release; absent where there was none. */
  readonly approved?: PolledState
}

/** States that must not change when rating is released. */
const LASTING = ['failed', 'approved_rate', 'underwriter_review'] as const

/**
 * Checks that a hold affects ratings alone. Meanwhile invalid submissions are refused, reviews end, and ready quotes are updated
 * and bound. Statements judge that, and that older quotes keep their states at the release (3.transitions, R1, R11, R13, R15).
 */
export function besideAHold(spec: Spec): PlatformScenario {
  const rows = spec.requirements.filter(
    ({ field }) => field?.schema === 'Submission' && mustBeRefused(spec, field).length > 0,
  )
  return scenario<Trace>({
    id: 'states/beside-a-hold',
    title: 'Holding ratings delays nothing else',
    needs: [{ operator: 'hold_rating' }, { operator: 'release_rating' }],
    exclusive: true,
    shows: ['update-in-ready-to-bind', 'bind-in-ready-to-bind'],
    async drive(context) {
      const { api, quotes, operator } = context
      const before = await lastingIn(context, LASTING)
      const [toUpdate, toBind] = await Promise.all(
        [1, 2].map(() => quotes.reach('ready_to_bind').catch(unlessUnable)),
      )
      const reviewed = before.find(({ state }) => state === 'underwriter_review')?.quote
      const isApproved = reviewed !== undefined && operator.can('review_approve')
      const seen = await whileHeld(operator, 'rating', async () => {
        const attempts = await broken(context, rows)
        const { answer: counterpart } = await quotes.submit()
        if (isApproved) {
          await operator.perform('review_approve', { quote_id: reviewed.id })
          await api.status(reviewed.id)
          await quotes.stays(reviewed.id)
        }
        if (toUpdate) await api.update(toUpdate.id, updatesFor(toUpdate).insured_contact)
        if (toBind) await api.bind(toBind.id)
        for (const one of [toUpdate, toBind]) if (one) await api.status(one.id)
        return { attempts, counterpart }
      })
      const approved = isApproved ? { approved: await quotes.reviewed(reviewed.id) } : {}
      await Promise.all(before.map(({ quote }) => quotes.stays(quote.id)))
      return { ...seen, ...approved }
    },
    claims: [
      ...rows.map(({ id }) => claim<Trace>(id, refusalsOf(id), 'while rating is held')),
      claim('transition-underwriter-review-to-ready-to-bind', endsReady, 'while rating is held'),
    ],
  })
}

/** Breaks each rule of a submission once, and formats in every known way. */
const broken = ({ api, quotes, spec }: PlatformContext, rows: readonly Requirement[]) =>
  submitBroken(
    api,
    rows.flatMap(({ id: requirement, field }) => {
      if (field === undefined) return []
      // The debatable ways are sent too: if one is accepted, another that follows from it may be accepted as well.
      const ways = field.rule === 'format' ? breaksOf(spec, field) : mustBeRefused(spec, field).slice(0, 1)
      return ways.map((one) => ({ ...one, requirement }))
    }),
    () => quotes.submission(),
  )

const mustBeRefused = (spec: Spec, field: FieldRule) =>
  breaksOf(spec, field).filter(({ level }) => level === 'must')

function endsReady({ approved }: Trace): Verdict {
  if (approved === undefined) return cannotTell('no quote was under review', 'operator.review_approve')
  const { state, last } = approved
  if (state === undefined) return cutOff(`the status after the review could not be read: ${outcomeOf(last)}`)
  return state === 'ready_to_bind'
    ? passed()
    : failed(finding(last, 'ready_to_bind', state, '/data/quote_status'))
}
