import type { Exchange } from '../../../../conformance/exchange.ts'
import { all, cutOff, failed, observed, passed, type Verdict } from '../../../../conformance/verdict.ts'
import type { QuoteState } from '../../../../spec/lifecycle.ts'
import { claim, type PlatformContext, type PlatformScenario, scenario } from '../../vocabulary/context.ts'
import { finding, statusClassIs, succeeded, withAnswer } from '../../vocabulary/judge/answer.ts'
import { at, jsonOf, show } from '../../vocabulary/judge/json.ts'
import { isSameField } from '../../vocabulary/judge/record.ts'
import type { PolledState } from '../../vocabulary/quotes/poll.ts'
import { outcomeOf, type Quote } from '../../vocabulary/quotes/quotes.ts'
import { recordOf } from '../../vocabulary/quotes/record.ts'
import { type Row, readRow, rowClaims } from '../documents/cells.ts'
import { type UpdateKind, updatesFor } from './changes.ts'

/** An update, and the quote before and after it. */
export interface Update {
  readonly before: Exchange
  readonly answer: Exchange
  readonly settled: PolledState
}

/** Sends one update to a new quote, since each may cause a re-rating, and waits until the quote settles. */
export async function updateOne(
  { api, quotes }: PlatformContext,
  state: QuoteState,
  which: UpdateKind,
): Promise<Update & { readonly quote: Quote }> {
  const quote = await quotes.reach(state)
  const before = await api.status(quote.id)
  const answer = await api.update(quote.id, updatesFor(quote)[which])
  // A queued re-rating may begin a moment after the answer, so the suite waits until it has ended.
  await quotes.stays(quote.id)
  return { quote, before, answer, settled: await quotes.settle(quote.id) }
}

/** The contents of updates in words; others are named by their field. */
const UPDATED: Readonly<Partial<Record<UpdateKind, string>>> = {
  empty: 'nothing',
  all: 'all fields',
  contact_beyond_ascii: 'a contact beyond ASCII',
}

/** Makes a scenario for a legal update of a quote (4.rule.3, R13). */
function acceptance(state: QuoteState, which: UpdateKind, requirements: readonly string[]): PlatformScenario {
  const name = state.replaceAll('_', '-')
  return scenario<Update>({
    id: `update/${which.replaceAll('_', '-')}-in-${name}`,
    title: `An update of ${UPDATED[which] ?? which} is accepted in ${state}`,
    needs: state === 'approved_rate' ? [{ outcome: 'approved_rate' }] : [],
    drive: (context) => updateOne(context, state, which),
    claims: [
      ...[...requirements, `update-in-${name}`].map((requirement) =>
        claim<Update>(requirement, ({ answer }) => statusClassIs(answer, 2)),
      ),
      claim('update-code', ({ answer }) =>
        withAnswer(answer, ({ status }) => observed(`an update is answered ${status}`)),
      ),
      claim('update-settles-again', ({ settled }) =>
        observed(`${state} reaches ${settled.state ?? outcomeOf(settled.last)}`),
      ),
      claim('update-changes-contact-only', (trace) => unchanged(trace)),
      claim('update-observe-rates-afterwards', (trace) => rates(trace)),
      claim('update-observe-status-value', ({ answer }) =>
        observed(`data.status is ${show(at(jsonOf(answer), '/data/status'))}`),
      ),
    ],
  })
}

export const acceptedUpdates: readonly PlatformScenario[] = [
  acceptance('ready_to_bind', 'empty', ['update-empty-body-accepted']),
  acceptance('ready_to_bind', 'insured_contact', ['update-each-field-alone-accepted']),
  acceptance('ready_to_bind', 'contact_beyond_ascii', []),
  acceptance('ready_to_bind', 'it_manager_same', ['update-each-field-alone-accepted']),
  acceptance('ready_to_bind', 'it_manager_contact', ['update-each-field-alone-accepted']),
  acceptance('ready_to_bind', 'all', ['update-all-fields-accepted']),
  acceptance('approved_rate', 'empty', ['update-empty-body-accepted']),
  acceptance('approved_rate', 'insured_contact', ['update-each-field-alone-accepted']),
  acceptance('approved_rate', 'it_manager_same', ['update-each-field-alone-accepted']),
  acceptance('approved_rate', 'it_manager_contact', ['update-each-field-alone-accepted']),
  acceptance('approved_rate', 'all', ['update-all-fields-accepted']),
  documentsAfterwards('approved_rate'),
]

/** Checks the documents of a quote that settled in the same state after an update (3.documents). */
function documentsAfterwards(state: 'approved_rate'): PlatformScenario {
  return scenario<Update & { readonly row?: Row }>({
    id: `update/documents-in-${state.replaceAll('_', '-')}`,
    title: `The documents of a quote in ${state} are there after an update as before`,
    needs: [{ outcome: state }],
    async drive(context) {
      const { quote, ...update } = await updateOne(context, state, 'all')
      const isBack = update.settled.state === state
      return isBack ? { ...update, row: await readRow(context, quote.id, state) } : update
    },
    claims: rowClaims<Update & { readonly row?: Row }>(state, ({ row }) => row),
  })
}

const KEPT = [
  '/quote_id',
  '/created_at',
  '/policy_term/effective_date',
  '/product_details/product_name',
] as const

/** States that only a bind leads to. A re-rating may lead to any other outcome of rating (R10). */
const NO_OUTCOME = ['bound', 'issued']

/**
 * Judges that an update does not change the fields in `KEPT`, and that its quote settles in a legal
 * state.
 */
export function unchanged({ before, answer, settled }: Update): Verdict {
  if (succeeded(answer) && settled.state !== undefined && NO_OUTCOME.includes(settled.state))
    return failed(
      finding(settled.last, 'a state that rating may lead to', settled.state, '/data/quote_status'),
    )
  const [was, is] = [recordOf(before), recordOf(settled.last)]
  if (!succeeded(answer) || was === undefined || is === undefined)
    return cutOff('no record before and after an update')
  return all(
    KEPT.filter((pointer) => at(was, pointer) !== undefined && at(is, pointer) !== undefined).map(
      (pointer) => {
        const [old, now] = [at(was, pointer), at(is, pointer)]
        return isSameField(pointer, now, old)
          ? passed()
          : failed({ ...finding(settled.last, show(old), show(now), `/data${pointer}`), sameAs: before.id })
      },
    ),
  )
}

const RATES = ['/policy_term/premium_only', '/policy_term/agg_limit', '/policy_term/retention'] as const

/** Observes if an update changed premium, limit or retention, which is open. */
export function rates({ before, settled }: Update): Verdict {
  const changed = RATES.filter(
    (pointer) => at(recordOf(before), pointer) !== at(recordOf(settled.last), pointer),
  )
  return observed(
    changed.length === 0 ? 'premium, limit and retention stay' : `${changed.join(', ')} changed`,
  )
}
