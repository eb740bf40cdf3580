import type { FakeClient } from '../fake.ts'
import { type Defect, defect } from './defect.ts'

const pausing = (pauseMs: FakeClient['pauseMs']) => (client: FakeClient) => {
  client.pauseMs = pauseMs
}

const FIRST_MS = 500

/** Defects in the pauses between attempts. */
export const pauseDefects: Readonly<Record<string, Defect>> = {
  'tries again without a pause': defect(
    'outages/status-for-good',
    'client-backs-off-exponentially',
    pausing(() => 0),
  ),
  'tries again every second': defect(
    'outages/submit-for-good',
    'client-backs-off-exponentially',
    pausing(() => 1000),
  ),
  'tries again every second, more or less': defect(
    'outages/bind-for-good',
    'client-backs-off-exponentially',
    pausing(() => 900 + Math.random() * 200),
  ),
  'tries the token again every half second': defect(
    'outages/token-for-good',
    'client-backs-off-exponentially',
    pausing(() => 500),
  ),
  'tries again sooner each time': defect(
    'outages/status-for-good',
    'client-backs-off-exponentially',
    pausing((attempt) => 4000 / 2 ** attempt),
  ),
  'pauses longer at first, and very little from the fourth time on': defect(
    'outages/status-for-good',
    'client-backs-off-exponentially',
    (client) => {
      client.tries = 6
      client.pauseMs = (attempt) => (attempt <= 3 ? 300 * 2 ** attempt : 100)
    },
  ),
  ...Object.fromEntries(
    (
      [
        ['submit', 401],
        ['quote-proposal', 409],
      ] as const
    ).map(([on, refused]) => [
      `hardly pauses behind a 5xx where it met a ${refused} before`,
      defect(`outages/${on}-for-good-after-${refused}`, 'client-backs-off-exponentially', (client) => {
        const [usual, usually] = [client.wire.bind(client), client.pauseMs.bind(client)]
        let isMet = false
        client.wire = async (sent) => {
          const got = await usual(sent)
          isMet ||= got.status === refused
          return got
        }
        client.pauseMs = (attempt) => (isMet ? 100 : usually(attempt))
      }),
    ]),
  ),
  'tries again every second behind the bind': defect(
    'outages/status-for-good-behind-the-bind',
    'client-backs-off-exponentially',
    (client) => {
      const [bind, usually] = [client.bind.bind(client), client.pauseMs.bind(client)]
      let isBound = false
      client.bind = async (id) => {
        await bind(id)
        isBound = true
      }
      client.pauseMs = (attempt) => (isBound ? 1000 : usually(attempt))
    },
  ),
  'counts its attempts by their status': defect(
    'outages/submit-for-good',
    'client-backs-off-exponentially',
    (client) => {
      let last: number | undefined
      let count = 0
      client.retries = (_, status) => {
        count = status === last ? count + 1 : 1
        last = status
        return true
      }
      client.pauseMs = () => FIRST_MS * 2 ** (count - 1)
    },
  ),
  'has a count of attempts for each status': defect(
    'outages/submit-for-good',
    'client-backs-off-exponentially',
    (client) => {
      const counts = new Map<number | undefined, number>()
      let count = 0
      client.retries = (_, status) => {
        count = (counts.get(status) ?? 0) + 1
        counts.set(status, count)
        return true
      }
      client.pauseMs = () => FIRST_MS * 2 ** (count - 1)
    },
  ),
  'begins anew with each connection': defect(
    'outages/status-for-good',
    'client-backs-off-exponentially',
    (client) => {
      let count = 0
      client.retries = (_, __, got) => {
        count = got?.headers.connection === 'close' ? 1 : count + 1
        return true
      }
      client.pauseMs = () => FIRST_MS * 2 ** (count - 1)
    },
  ),
  'takes a date in Retry-After for a number': defect(
    'outages/bind-for-good',
    'client-backs-off-exponentially',
    (client) => {
      const usual = client.pauseMs.bind(client)
      let asked: string | undefined
      client.retries = (_, __, got) => {
        asked = got?.headers['retry-after']?.toString()
        return true
      }
      client.pauseMs = (attempt) => (asked === undefined ? usual(attempt) : Number(asked) * 1000 || 0)
    },
  ),
  'takes seconds in Retry-After for milliseconds': defect(
    'outages/quote-proposal-for-good',
    'client-backs-off-exponentially',
    (client) => {
      let asked: number | undefined
      client.retries = (_, __, got) => {
        const given = Number(got?.headers['retry-after'])
        asked = Number.isNaN(given) ? undefined : given
        return true
      }
      client.pauseMs = (attempt) => asked ?? FIRST_MS * 2 ** (attempt - 1)
    },
  ),
}
