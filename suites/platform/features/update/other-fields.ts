import { all, cannotTell, cutOff, failed, passed, type Verdict } from '../../../../conformance/verdict.ts'
import type { Submission } from '../../../../generators/submission.ts'
import { claim, type PlatformScenario, scenario } from '../../vocabulary/context.ts'
import { finding, succeeded } from '../../vocabulary/judge/answer.ts'
import { at, show } from '../../vocabulary/judge/json.ts'
import { amountOf, recordOf } from '../../vocabulary/quotes/record.ts'
import { updatesFor } from '../../vocabulary/updates/changes.ts'
import { type Update, unchanged } from '../../vocabulary/updates/update.ts'

interface Trace extends Update {
  /** The body of the update. */
  readonly sent: Readonly<Record<string, unknown>>
}

const DAY_MS = 24 * 3_600_000

/** Amounts of the record that a submission gives. */
const AMOUNTS = ['agg_limit', 'retention'] as const

/** Sends fields with an update that it does not have: of the submission, and of the record (4.rule.3). */
export const otherFieldsInUpdate: PlatformScenario = scenario<Trace>({
  id: 'update/other-fields',
  title: 'An update changes contacts only, whatever else its body contains',
  async drive({ api, quotes }) {
    const quote = await quotes.reach('ready_to_bind')
    const before = await api.status(quote.id)
    const sent = { ...updatesFor(quote).insured_contact, ...otherFields(quote.submission) }
    const answer = await api.update(quote.id, sent)
    await quotes.stays(quote.id)
    return { before, sent, answer, settled: await quotes.settle(quote.id) }
  },
  claims: [claim('update-changes-contact-only', (trace) => judged(trace))],
})

function judged(trace: Trace): Verdict {
  const { answer, settled } = trace
  if (answer.answer === undefined) return cutOff('the answer to the update did not arrive')
  if (!succeeded(answer)) return cannotTell('fields that an update does not have are refused, which is open')
  // A re-rating may lead to a decline, whose answer need not have a record (R10).
  if (recordOf(settled.last) === undefined) return cannotTell('the quote has no record any more')
  return all([unchanged(trace), ...AMOUNTS.map(kept(trace))])
}

/** Fields of a submission and a record with other values than those of a quote. */
function otherFields({ agg_limit, retention, effective_date }: Submission): Record<string, unknown> {
  const date = Date.parse(String(effective_date))
  return {
    agg_limit: 2 * (amountOf(agg_limit) ?? 1_000_000),
    retention: 2 * (amountOf(retention) ?? 10_000),
    ...(Number.isFinite(date) && { effective_date: new Date(date + DAY_MS).toISOString().slice(0, 10) }),
    quote_id: '5e7c0ff3-0000-4d1a-9c3b-00000000d0c5',
    quote_status: 'issued',
    created_at: '2001-01-01T00:00:00.000Z',
  }
}

/** Judges that an amount is not the one that came with an update. A re-rating may lead to any other one (R10). */
const kept =
  ({ before, sent, settled }: Trace) =>
  (field: (typeof AMOUNTS)[number]): Verdict => {
    const pointer = `/policy_term/${field}`
    const [was, is] = [before, settled.last].map((read) => amountOf(at(recordOf(read), pointer)))
    const isTaken = is !== undefined && is === sent[field] && is !== was
    return isTaken
      ? failed({
          ...finding(settled.last, show(was), show(is), `/data${pointer}`),
          sameAs: before.id,
        })
      : passed()
  }
