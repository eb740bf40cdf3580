import { type PlatformScenario, scenario } from '../../vocabulary/context.ts'
import { SHOWN_AT_BIND_AND_ISSUE } from '../../vocabulary/documents/bind-and-issue.ts'
import {
  type Download,
  downloadsIn,
  openingClaims,
  readRow,
  readUpdatedRow,
} from '../../vocabulary/documents/rows.ts'
import { succeeded } from '../../vocabulary/judge/answer.ts'
import { stateOf } from '../../vocabulary/quotes/record.ts'
import type { UpdateKind } from '../../vocabulary/updates/changes.ts'
import { updateOne } from '../../vocabulary/updates/update.ts'

const thenBind = (id: string, subject: string, which: UpdateKind): PlatformScenario =>
  scenario<readonly Download[]>({
    id,
    title: `${subject} is bound and documented as usual`,
    shows: [...SHOWN_AT_BIND_AND_ISSUE, 'update-leaves-quote-bindable'],
    async drive(context) {
      const { api, quotes } = context
      const { quote, settled } = await updateOne(context, 'ready_to_bind', which)
      const isReady = settled.state === 'ready_to_bind'
      const ready = isReady ? await readUpdatedRow(context, quote.id, 'ready_to_bind') : undefined
      const bind = await api.bind(quote.id)
      if (!succeeded(bind) && stateOf(await api.status(quote.id)) === 'pending') {
        // The re-rating began only now: wait for its end, then bind again.
        await quotes.settle(quote.id)
        await api.bind(quote.id)
      }
      const { state } = await quotes.issue(quote.id)
      return downloadsIn(ready, state === 'issued' ? await readRow(context, quote.id, 'issued') : undefined)
    },
    claims: openingClaims((downloads) => downloads),
  })

/** Updates quotes and binds them, and reads their documents. Statements judge that all is as before. */
export const updatesThenBind: readonly PlatformScenario[] = [
  thenBind('update/then-bind', 'A quote whose contact was changed', 'insured_contact'),
  thenBind(
    'update/same-it-manager-then-bind',
    'A quote whose contact is also the IT manager',
    'it_manager_same',
  ),
  thenBind('update/all-then-bind', 'A quote with every field changed that an update may change', 'all'),
]
