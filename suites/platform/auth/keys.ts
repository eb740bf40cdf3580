import type { Exchange } from '../../../conformance/exchange.ts'
import { claim, type PlatformScenario, scenario } from '../context.ts'
import { statusClassIs, statusClassIsNot } from '../judge/answer.ts'
import { observedAnswer } from '../judge/observe.ts'

/** Either of a partner's two keys opens the door (2.6, 5.rule.6, R22). */
export const keyScenarios: readonly PlatformScenario[] = [
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
        unknown: await api.status('00000000-0000-4000-8000-000000000000', { credentials: { key: 'none', token: 'none' } }),
      }
    },
    claims: [
      claim('other-partners-key-refused', ({ refused }) => statusClassIsNot(refused, 2)),
      claim('observe-order-of-checks', ({ unknown }) => observedAnswer(unknown, 'unknown id without credentials')),
    ],
  }),
]
