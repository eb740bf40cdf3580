import { setTimeout as pause } from 'node:timers/promises'
import type { FakeClient } from '../fake.ts'
import type { Operation } from '../messages.ts'
import { type Defect, defect, warned } from './defect.ts'

/** Polls immediately after a step, and waits before all other polls. */
const atOnceBehind = (step: 'update' | 'bind') => (client: FakeClient) => {
  const usual = client.dataOf.bind(client)
  let isBehind = false
  client.pollPause = () => (isBehind ? 0 : client.pollMs)
  client.dataOf = async (operation, ...given) => {
    const data = await usual(operation, ...given)
    isBehind = operation === step
    return data
  }
}

/** Clients that go wrong late in a journey, or after a part that went well. */
export const laterDefects: Readonly<Record<string, Defect>> = {
  'pauses for as long each time from its second outage on': defect(
    'outages/second',
    'client-backs-off-exponentially',
    (client) => {
      const usual = client.pauseMs.bind(client)
      let first: Operation | undefined
      let isSecond = false
      client.retries = (operation) => {
        first ??= operation
        isSecond = operation !== first
        return true
      }
      client.pauseMs = (attempt) => (isSecond ? 500 : usual(attempt))
    },
  ),
  'binds right behind an update that put the quote back': warned(
    'journeys/rated-again',
    'client-heeds-the-answer-to-an-update',
    (client) => {
      client.update = async (id, state) => {
        if (client.journey.includes('update') && client.updatesIn.includes(state))
          await client.dataOf('update', id, client.updateBody())
        return state
      }
    },
  ),
  'repeats a bind without its body where the answer is slow': defect(
    'journeys/slow-writes',
    'client-bind-sends-empty-object',
    (client) => {
      const usual = client.wire.bind(client)
      client.wire = (sent) => {
        if (sent.operation !== 'bind') return usual(sent)
        const late = pause(3000).then(() => usual({ ...sent, body: undefined }))
        return Promise.race([usual(sent), late])
      }
    },
  ),
  'does not wait for a proposal once its token was refused': defect(
    'documents/proposal-long-after-a-refused-token',
    'client-waits-on-409',
    (client) => {
      const [renew, wait] = [client.renew.bind(client), client.on409.bind(client)]
      let isRefused = false
      client.renew = () => {
        isRefused = true
        renew()
      }
      client.on409 = () => (isRefused ? pause(100) : wait())
    },
  ),
  'begins each poll of a wait with the token of its first one': defect(
    'tokens/refused-status-late',
    'client-renews-after-401',
    (client) => {
      const usual = client.wire.bind(client)
      let first: string | undefined
      client.wire = async (sent) => {
        if (sent.operation !== 'status') return usual(sent)
        first ??= sent.headers.authorization
        const stale = { ...sent.headers, authorization: String(first) }
        const got = await usual({ ...sent, headers: stale })
        return got.status === 401 && first !== sent.headers.authorization ? usual(sent) : got
      }
    },
  ),
  'polls every second once a token was refused late': defect(
    'tokens/refused-status-late',
    'client-polls-no-faster-than-2-seconds',
    (client) => {
      const began = Date.now()
      const renew = client.renew.bind(client)
      let isLate = false
      client.renew = () => {
        isLate = Date.now() - began > 8000
        renew()
      }
      client.pollPause = () => (isLate ? 1000 : client.pollMs)
    },
  ),
  'begins its pauses anew with an update': warned(
    'journeys/rated-again',
    'client-keeps-its-pace-across-steps',
    atOnceBehind('update'),
  ),
  'begins its pauses anew with a bind': warned(
    'journeys/slow-issue',
    'client-keeps-its-pace-across-steps',
    atOnceBehind('bind'),
  ),
  'polls on while it fetches the policy': defect(
    'documents/slow-policy',
    'client-stops-at-issued',
    (client) => {
      const usual = client.save.bind(client)
      client.save = async (operation, id, file) => {
        const poller = setInterval(() => client.dataOf('status', id), client.pollMs)
        if (operation !== 'policy') clearInterval(poller)
        await usual(operation, id, file)
        clearInterval(poller)
      }
    },
  ),
  'writes the state from before its update': defect(
    'journeys/reviewed-again',
    'client-handles-underwriter-review',
    (client) => {
      const usual = client.update.bind(client)
      client.update = async (id, state) => {
        const now = await usual(id, state)
        client.note(state)
        return now
      }
    },
  ),
  ...Object.fromEntries(
    (
      [
        ['reviewed-again', 'underwriter_review'],
        ['declined-again', 'declined'],
        ['failed-again', 'failed'],
        ['approved-again', 'approved_rate'],
      ] as const
    ).map(([session, state]) => [
      `polls on where its update led to ${state}`,
      defect(`journeys/${session}`, `client-stops-at-${state.replaceAll('_', '-')}`, (client) => {
        const usual = client.update.bind(client)
        client.update = (id, from) => {
          client.passing = [...client.passing, state]
          return usual(id, from)
        }
      }),
    ]),
  ),
}
