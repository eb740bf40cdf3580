import type { Exchange } from '../../../../conformance/exchange.ts'
import {
  all,
  cannotTell,
  failed,
  passed,
  unlessUnable,
  type Verdict,
} from '../../../../conformance/verdict.ts'
import { asSecondPartner } from '../../vocabulary/access/asking.ts'
import { type OperationAnswers, onEachOperation } from '../../vocabulary/access/each-operation.ts'
import { claim, type PlatformContext, type PlatformScenario, scenario } from '../../vocabulary/context.ts'
import { describe, finding, statusClassIs, statusIs, withAnswer } from '../../vocabulary/judge/answer.ts'
import { at, jsonOf } from '../../vocabulary/judge/json.ts'
import { observedAnswer } from '../../vocabulary/judge/observe.ts'
import { recordOf } from '../../vocabulary/quotes/record.ts'

/** Judges that a submission was accepted or declined. Only 401 and 403 are about credentials; other refusals decide nothing. */
function isServed(exchange: Exchange): Verdict {
  return withAnswer(exchange, (answer) => {
    if (answer.status === 401 || answer.status === 403)
      return failed(finding(exchange, 'an answer other than 401 and 403', describe(answer), 'status'))
    const isDeclined = answer.status === 400 && at(jsonOf(exchange), '/status') === 'declined'
    return recordOf(exchange) !== undefined || isDeclined
      ? passed()
      : cannotTell(`the submission was refused for another reason: ${describe(answer)}`, 'submission')
  })
}

/** Scenarios on the two keys of a partner (2.6, 5.rule.6, R22). */
export const keyScenarios: readonly PlatformScenario[] = [
  scenario<{ answer: Exchange; isKnownGood: boolean }>({
    id: 'auth/primary-key',
    title: 'The known-good submission is served with the primary integration key',
    async drive({ api, quotes, facts }) {
      const answer = await api.submit(quotes.submission())
      return { answer, isKnownGood: facts.submissionFrom === 'profile' }
    },
    claims: [
      claim('primary-key-works', ({ answer }) => isServed(answer)),
      claim('submit-answers-200', ({ answer, isKnownGood }) =>
        isKnownGood && at(jsonOf(answer), '/status') !== 'declined'
          ? statusIs(answer, 200)
          : cannotTell('it is not known whether the platform accepts the submission', 'submission'),
      ),
    ],
  }),
  scenario<OperationAnswers>({
    id: 'auth/secondary-key',
    title: 'The secondary integration key opens every endpoint as the primary one does',
    needs: [{ credential: 'secondary_integration_key' }],
    drive: async (context) => (await onEachOperation(context))({ key: 'secondary' }),
    claims: [
      claim('secondary-key-works', (answers) =>
        all(Object.values(answers).map((answer) => statusClassIs(answer, 2))),
      ),
    ],
  }),
  scenario<{ unknown: Exchange }>({
    id: 'auth/mixed-credentials',
    title: 'No endpoint accepts the integration key of one partner with the token of another',
    needs: [{ credential: 'other_partner' }],
    shows: ['other-partners-key-refused'],
    async drive(context) {
      const { api, quotes } = context
      const unknown = await api.status('00000000-0000-4000-8000-000000000000', {
        credentials: { key: 'none', token: 'none' },
      })
      const { id } = await quotes.create()
      await api.status(id, { credentials: { key: 'other-partner' } })
      // Where the quotes for each operation cannot be made, the status read alone is judged.
      const performAll = await onEachOperation(context).catch(unlessUnable)
      await performAll?.({ key: 'other-partner' })
      await performAll?.({})
      await withKeysOfTheOwn(context).catch(unlessUnable)
      return { unknown }
    },
    claims: [
      claim('observe-order-of-checks', ({ unknown }) =>
        observedAnswer(unknown, 'unknown id without credentials'),
      ),
    ],
  }),
]

/** Asks with the other partner's token and each key: about a quote of that partner, and for a new one. */
async function withKeysOfTheOwn(context: PlatformContext): Promise<void> {
  const { api, quotes, facts } = context
  const { id } = await asSecondPartner(context, (second) => second.quotes.create())
  const isThere = facts.credentials.has('secondary_integration_key')
  for (const key of ['primary', ...(isThere ? (['secondary'] as const) : []), 'other-partner'] as const) {
    const credentials = { token: 'other-partner', key } as const
    await api.status(id, { credentials })
    await api.submit(quotes.submission(), { credentials })
  }
}
