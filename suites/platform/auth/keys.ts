import type { Exchange } from '../../../conformance/exchange.ts'
import { CannotTell, cutOff } from '../../../conformance/verdict.ts'
import { claim, type PlatformScenario, scenario } from '../context.ts'
import { statusClassIs, statusClassIsNot, succeeded } from '../judge/answer.ts'
import { observedAnswer } from '../judge/observe.ts'

/** Either of a partner's two keys opens the door (2.6, 5.rule.6, R22). */
export const keyScenarios: readonly PlatformScenario[] = [
  scenario<{ older: Exchange; newer: Exchange }>({
    id: 'auth/older-token',
    title: 'A token goes on working when its client asks for another one',
    async drive({ api, http, quotes }) {
      const quote = await quotes.create()
      const [first, second] = [await http.holdToken(), await http.holdToken()]
      if (first.token === undefined || second.token === undefined)
        throw new CannotTell('no token was issued to keep')
      return {
        newer: await api.status(quote.id, { credentials: { token: second.token } }),
        older: await api.status(quote.id, { credentials: { token: first.token } }),
      }
    },
    claims: [
      claim('older-token-stays-valid', ({ older, newer }) =>
        succeeded(newer) ? statusClassIs(older, 2) : cutOff('the newer token did not work either'),
      ),
    ],
  }),
  scenario<{ answer: Exchange }>({
    id: 'auth/primary-key',
    title: 'The primary integration key is accepted',
    drive: ({ quotes }) => quotes.submit(),
    claims: [claim('primary-key-works', ({ answer }) => statusClassIs(answer, 2))],
  }),
  scenario<{ read: Exchange; submitted: Exchange }>({
    id: 'auth/secondary-key',
    title: 'The secondary integration key opens the same quotes as the primary one',
    needs: ['credential secondary_integration_key'],
    async drive({ api, quotes }) {
      const quote = await quotes.create()
      const credentials = { key: 'secondary' } as const
      return {
        read: await api.status(quote.id, { credentials }),
        submitted: (await quotes.submit('ready_to_bind', { credentials })).answer,
      }
    },
    claims: [
      claim('secondary-key-works', ({ read }) => statusClassIs(read, 2), 'status'),
      claim('secondary-key-works', ({ submitted }) => statusClassIs(submitted, 2), 'submit'),
    ],
  }),
  scenario<{ refused: Exchange; unknown: Exchange }>({
    id: 'auth/mixed-credentials',
    title: "Another partner's integration key does not go with the own token",
    needs: ['credential other_partner'],
    async drive({ api, quotes }) {
      const quote = await quotes.create()
      return {
        refused: await api.status(quote.id, { credentials: { key: 'other-partner' } }),
        unknown: await api.status('00000000-0000-4000-8000-000000000000', {
          credentials: { key: 'none', token: 'none' },
        }),
      }
    },
    claims: [
      claim('other-partners-key-refused', ({ refused }) => statusClassIsNot(refused, 2)),
      claim('observe-order-of-checks', ({ unknown }) =>
        observedAnswer(unknown, 'unknown id without credentials'),
      ),
    ],
  }),
]
