import type { Exchange } from '../../../../conformance/exchange.ts'
import { cannotTell, cutOff } from '../../../../conformance/verdict.ts'
import { claim, type PlatformScenario, scenario } from '../../vocabulary/context.ts'
import {
  type DownloadRow,
  downloadsIn,
  openingClaims,
  readRow,
  readUpdatedRow,
  requirementsOfRows,
} from '../../vocabulary/documents/rows.ts'
import { statusIs, succeeded } from '../../vocabulary/judge/answer.ts'
import { endsIssued } from '../../vocabulary/quotes/ends-issued.ts'
import type { PolledState } from '../../vocabulary/quotes/poll.ts'
import { outcomeOf } from '../../vocabulary/quotes/quotes.ts'
import { stateOf } from '../../vocabulary/quotes/record.ts'
import type { UpdateKind } from '../../vocabulary/updates/changes.ts'
import { type Update, updateOne } from '../../vocabulary/updates/update.ts'

interface Trace extends Update {
  readonly bind: Exchange
  readonly issuing: PolledState
  /** The documents of the updated quote before and after the bind, if it came to those states. */
  readonly ready?: DownloadRow
  readonly issued?: DownloadRow
}

const thenBind = (id: string, subject: string, which: UpdateKind): PlatformScenario =>
  scenario<Trace>({
    id,
    title: `${subject} is bound and documented as usual`,
    shows: requirementsOfRows('ready_to_bind', 'issued'),
    async drive(context) {
      const { api, quotes } = context
      const { quote, ...update } = await updateOne(context, 'ready_to_bind', which)
      const isReady = update.settled.state === 'ready_to_bind'
      const ready = isReady ? { ready: await readUpdatedRow(context, quote.id, 'ready_to_bind') } : {}
      let bind = await api.bind(quote.id)
      if (!succeeded(bind) && stateOf(await api.status(quote.id)) === 'pending') {
        // The re-rating began only now: wait for its end, then bind again.
        await quotes.settle(quote.id)
        bind = await api.bind(quote.id)
      }
      const issuing = await quotes.issue(quote.id)
      const issued = issuing.state === 'issued' ? { issued: await readRow(context, quote.id, 'issued') } : {}
      return { ...update, bind, issuing, ...ready, ...issued }
    },
    claims: [
      claim('update-leaves-quote-bindable', ({ answer, settled, bind }) => {
        if (!succeeded(answer)) return cutOff('the quote could not be updated')
        // The outcome of a re-rating is open (R13), so only a quote that is ready again must be bindable.
        return settled.state === 'ready_to_bind'
          ? statusIs(bind, 202)
          : cannotTell(`the quote reached ${settled.state ?? outcomeOf(settled.last)} after the update`)
      }),
      claim('transition-bound-to-issued', ({ settled, bind, issuing }) => {
        if (settled.state !== 'ready_to_bind')
          return cannotTell('the update led to a quote that need not be bindable')
        return issuing.state === 'pending'
          ? cannotTell('a re-rating began beside the bind')
          : endsIssued(bind, issuing)
      }),
      ...openingClaims<Trace>(({ ready, issued }) => downloadsIn(ready, issued)),
    ],
  })

/** Checks that a quote can be bound after an update, and that its documents are available as before. */
export const updatesThenBind: readonly PlatformScenario[] = [
  thenBind('update/then-bind', 'A quote whose contact was changed', 'insured_contact'),
  thenBind(
    'update/same-it-manager-then-bind',
    'A quote whose contact is also the IT manager',
    'it_manager_same',
  ),
  thenBind('update/all-then-bind', 'A quote with every field changed that an update may change', 'all'),
]
