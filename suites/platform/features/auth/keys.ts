import type { Exchange } from '../../../../conformance/exchange.ts'
import {
  all,
  CannotTell,
  cannotTell,
  cutOff,
  failed,
  passed,
  unlessUnable,
  type Verdict,
} from '../../../../conformance/verdict.ts'
import { asSecondPartner } from '../../vocabulary/access/asking.ts'
import { type OperationAnswers, onEachOperation } from '../../vocabulary/access/each-operation.ts'
import { claim, type PlatformContext, type PlatformScenario, scenario } from '../../vocabulary/context.ts'
import {
  describe,
  finding,
  statusClassIs,
  statusClassIsNot,
  statusIs,
  succeeded,
  withAnswer,
} from '../../vocabulary/judge/answer.ts'
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

/** How many tokens are requested at the same moment, as when several processes of a partner start together. */
const TOGETHER = 10

/** Scenarios on the two keys of a partner and on several valid tokens (2.6, 5.rule.6, R22). */
export const keyScenarios: readonly PlatformScenario[] = [
  scenario<{ older: Exchange; newer: Exchange; together: readonly Exchange[] }>({
    id: 'auth/older-token',
    title: 'A token goes on working when its client asks for others',
    async drive({ api, http, quotes }) {
      const quote = await quotes.create()
      const [first, second] = [await http.holdToken(), await http.holdToken()]
      if (first.token === undefined || second.token === undefined)
        throw new CannotTell('no token was issued to keep')
      // The newer one first: its use may end the older one.
      const newer = await api.status(quote.id, { credentials: { token: second.token } })
      const older = await api.status(quote.id, { credentials: { token: first.token } })
      const held = await Promise.all(Array.from({ length: TOGETHER }, () => http.holdToken()))
      const together: Exchange[] = []
      for (const { token } of held)
        if (token !== undefined) together.push(await api.status(quote.id, { credentials: { token } }))
      return { newer, older, together }
    },
    claims: [
      claim('older-token-stays-valid', ({ older, newer }) =>
        succeeded(newer) ? statusClassIs(older, 2) : cutOff('the newer token did not work either'),
      ),
      claim(
        'older-token-stays-valid',
        ({ newer, together }) => {
          if (!succeeded(newer)) return cutOff('no token worked')
          return together.length < 2
            ? cannotTell('fewer than two tokens were issued at the same moment')
            : all(together.map((read) => statusClassIs(read, 2)))
        },
        'of several that were asked for at the same moment',
      ),
    ],
  }),
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
  scenario<{ refused: readonly Exchange[]; unknown: Exchange }>({
    id: 'auth/mixed-credentials',
    title: 'No endpoint accepts the integration key of one partner with the token of another',
    needs: [{ credential: 'other_partner' }],
    async drive(context) {
      const { api, quotes } = context
      const unknown = await api.status('00000000-0000-4000-8000-000000000000', {
        credentials: { key: 'none', token: 'none' },
      })
      const { id } = await quotes.create()
      const read = await api.status(id, { credentials: { key: 'other-partner' } })
      // Where the quotes for each operation cannot be made, the status read alone is judged.
      const others = await onEachOperation(context).then(
        (each) => each({ key: 'other-partner' }),
        unlessUnable,
      )
      const theirs = (await withKeysOfTheOwn(context).catch(unlessUnable)) ?? []
      return { refused: [read, ...Object.values(others ?? {}), ...theirs], unknown }
    },
    claims: [
      claim('other-partners-key-refused', ({ refused }) =>
        all(refused.map((answer) => statusClassIsNot(answer, 2))),
      ),
      claim('observe-order-of-checks', ({ unknown }) =>
        observedAnswer(unknown, 'unknown id without credentials'),
      ),
    ],
  }),
]

/** Asks with the other partner's token and each key of the profile's own: about a quote of that partner, and for a new one. */
async function withKeysOfTheOwn(context: PlatformContext): Promise<readonly Exchange[]> {
  const { api, quotes, facts } = context
  const { id } = await asSecondPartner(context, (second) => second.quotes.create())
  const isThere = facts.credentials.has('secondary_integration_key')
  const keys = ['primary', ...(isThere ? (['secondary'] as const) : [])] as const
  const answers = keys.map(async (key) => {
    const credentials = { token: 'other-partner', key } as const
    return [await api.status(id, { credentials }), await api.submit(quotes.submission(), { credentials })]
  })
  return (await Promise.all(answers)).flat()
}
