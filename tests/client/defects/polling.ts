import { setTimeout as pause } from 'node:timers/promises'
import type { FakeClient } from '../fake.ts'
import { SETTLED } from '../messages.ts'
import { type Defect, defect } from './defect.ts'

const polls = (ms: number) => (client: FakeClient) => {
  client.pollMs = ms
}

/** Goes on polling at a state, often enough to be seen. */
const pollsOnAt = (state: string) => (client: FakeClient) => {
  const usual = client.isSettled.bind(client)
  let seen = 0
  client.isSettled = (now) => {
    if (now !== state) return usual(now)
    seen += 1
    return seen > 3
  }
}

/** Polls every half second after a certain answer. */
const quickAfter = (isMet: (status: number) => boolean) => (client: FakeClient) => {
  const usual = client.wire.bind(client)
  client.wire = async (sent) => {
    const got = await usual(sent)
    if (isMet(got.status)) client.pollMs = 500
    return got
  }
}

const quickAfterALoss = (session: string): Defect =>
  defect(session, 'client-polls-no-faster-than-2-seconds', (client) => {
    const usual = client.wire.bind(client)
    client.wire = (sent) =>
      usual(sent).catch((error: unknown) => {
        client.pollMs = 600
        throw error
      })
  })

/** Defects in the pace and the end of polling. */
export const pollingDefects: Readonly<Record<string, Defect>> = {
  'polls every second': defect('journeys/slow-rating', 'client-polls-no-faster-than-2-seconds', polls(1000)),
  'polls every 1.5 seconds': defect(
    'journeys/slow-rating',
    'client-polls-no-faster-than-2-seconds',
    polls(1500),
  ),
  'makes up for the polls that it missed': defect(
    'journeys/slow-status',
    'client-polls-no-faster-than-2-seconds',
    (client) => {
      let next = 0
      client.pollPause = (number) => {
        next = number === 0 ? Date.now() + 2400 : next + 2400
        return Math.max(0, next - Date.now())
      }
    },
  ),
  'polls ever more quickly the longer it waits': defect(
    'journeys/long-rating',
    'client-polls-no-faster-than-2-seconds',
    (client) => {
      client.pollPause = (number) => 2800 * 0.9 ** number
    },
  ),
  'gives up a rating after a while, and says that all is well': defect(
    'journeys/long-rating',
    'client-reports-what-it-could-not-do',
    (client) => {
      const usual = client.isSettled.bind(client)
      const began = Date.now()
      client.isSettled = (state) => {
        if (state === 'pending' && Date.now() - began > 12_000) {
          client.write()
          process.exit(0)
        }
        return usual(state)
      }
    },
  ),
  'asks once more beside an answer that is late': defect(
    'journeys/late-answers',
    'client-polls-no-faster-than-2-seconds',
    (client) => {
      const usual = client.wire.bind(client)
      client.pollMs = 2800
      client.wire = async (sent) => {
        const first = usual(sent)
        if (sent.operation !== 'status') return first
        const isLate = await Promise.race([first.then(() => false), pause(1000).then(() => true)])
        return isLate ? Promise.race([first, usual(sent)]) : first
      }
    },
  ),
  'polls without a pause': defect('journeys/slow-issue', 'client-polls-no-faster-than-2-seconds', polls(1)),
  'polls quickly at first': defect(
    'journeys/slow-rating',
    'client-polls-no-faster-than-2-seconds',
    (client) => {
      client.pollPause = (number) => Math.min(4000, 250 * 2 ** number)
    },
  ),
  'polls quickly for the policy': defect(
    'journeys/slow-issue',
    'client-polls-no-faster-than-2-seconds',
    (client) => {
      const usual = client.settled.bind(client)
      client.settled = (id, phase) => {
        client.pollMs = phase === 'issue' ? 500 : 2000
        return usual(id, phase)
      }
    },
  ),
  'polls quickly once it has met a 5xx': defect(
    'outages/once-1',
    'client-polls-no-faster-than-2-seconds',
    quickAfter((status) => status >= 500),
  ),
  'polls every second over https': defect(
    'tls/trusted',
    'client-polls-no-faster-than-2-seconds',
    (client) => {
      if (client.env.QUOTE_CA !== undefined) client.pollMs = 1000
    },
  ),
  'polls quickly at a state that it does not know': defect(
    'answers/later-state',
    'client-polls-no-faster-than-2-seconds',
    (client) => {
      const usual = client.note.bind(client)
      client.isSettled = (state) => SETTLED.includes(state)
      client.note = (state) => {
        client.pollMs = [...SETTLED, ...client.passing].includes(state) ? 2000 : 300
        return usual(state)
      }
    },
  ),
  'polls quickly once it has met two 5xx in a row': defect(
    'outages/status-twice',
    'client-polls-no-faster-than-2-seconds',
    (client) => {
      const usual = client.wire.bind(client)
      let inRow = 0
      client.wire = async (sent) => {
        const got = await usual(sent)
        inRow = got.status >= 500 ? inRow + 1 : 0
        if (inRow > 1) client.pollMs = 600
        return got
      }
    },
  ),
  'polls quickly once its token was refused': defect(
    'tokens/refused-status',
    'client-polls-no-faster-than-2-seconds',
    quickAfter((status) => status === 401),
  ),
  'polls quickly once a connection was lost': quickAfterALoss('connections/lost-before'),
  'polls quickly once an answer broke off': quickAfterALoss('connections/cut-answers'),
  'polls quickly once a bind was repeated': defect(
    'outages/bind-three-times',
    'client-polls-no-faster-than-2-seconds',
    (client) => {
      const usual = client.wire.bind(client)
      client.wire = async (sent) => {
        const got = await usual(sent)
        if (sent.operation === 'bind' && got.status >= 500) client.pollMs = 900
        return got
      }
    },
  ),
  'polls on at ready_to_bind': defect(
    'journeys/straight-through',
    'client-stops-at-ready-to-bind',
    pollsOnAt('ready_to_bind'),
  ),
  'polls on at approved_rate': defect(
    'outcomes/approved-rate',
    'client-stops-at-approved-rate',
    pollsOnAt('approved_rate'),
  ),
  'polls on at underwriter_review': defect(
    'outcomes/review',
    'client-stops-at-underwriter-review',
    pollsOnAt('underwriter_review'),
  ),
  'polls on at failed': defect('outcomes/failed', 'client-stops-at-failed', pollsOnAt('failed')),
  'polls on at declined': defect(
    'outcomes/declined-later',
    'client-stops-at-declined',
    pollsOnAt('declined'),
  ),
  'polls on at issued': defect('journeys/straight-through', 'client-stops-at-issued', pollsOnAt('issued')),
  'waits on where its submission was answered with the state': defect(
    'outcomes/reviewed-at-once',
    'client-stops-at-underwriter-review',
    (client) => {
      const usual = client.settled.bind(client)
      client.settled = async (id, phase) => {
        const isSettled = client.isSettled(String(client.result.quote_status))
        const state = await usual(id, phase)
        if (!isSettled) return state
        await pause(2000)
        return (await client.dataOf('status', id)).quote_status
      }
    },
  ),
  'polls once too often': defect('outcomes/failed', 'client-stops-at-failed', (client) => {
    const usual = client.settled.bind(client)
    client.settled = async (id, phase) => {
      await usual(id, phase)
      await pause(2000)
      return (await client.dataOf('status', id)).quote_status
    }
  }),
  'gives up a slow rating': defect('journeys/slow-rating', 'client-polls-on-while-pending', (client) => {
    let polls = 0
    client.isSettled = (state) => {
      polls += 1
      return state !== 'pending' || polls > 2
    }
  }),
  'takes bound for issued': {
    change(client) {
      client.passing = ['pending']
    },
    in: ['journeys/slow-issue'],
    finds: ['client-polls-on-while-bound'],
  },
}
