import { setTimeout as pause } from 'node:timers/promises'
import { gunzipSync } from 'node:zlib'
import type { FakeClient } from './fake.ts'
import { endings } from './legal-endings.ts'
import { SETTLED } from './messages.ts'
import { withHeaders, withTokenRequest } from './requests.ts'

/** Clients that are right, each in another way, by a description of the way. */
export const legal: Readonly<Record<string, (client: FakeClient) => void>> = {
  'is right in every respect': () => undefined,
  'sends a slow request again beside the first': (client) => {
    const usual = client.wire.bind(client)
    client.wire = async (sent) => {
      const first = usual(sent)
      const isLate = await Promise.race([first.then(() => false), pause(5000, true, { ref: false })])
      return isLate && sent.operation !== 'token' ? Promise.any([first, usual(sent)]) : first
    }
  },
  'has one series of pauses for its whole journey, up to a bound': (client) => {
    let attempts = 0
    client.pauseMs = () => {
      attempts += 1
      return Math.min(4000, 500 * 2 ** attempts)
    }
  },
  'polls every three seconds': (client) => {
    client.pollMs = 3000
  },
  'polls at a fixed rate': (client) => {
    let next = Date.now()
    client.pollPause = (number) => {
      next = number === 0 ? Date.now() : next + 2000
      // Skips polls that were missed.
      while (next < Date.now() - 1000) next += 2000
      return Math.max(0, next - Date.now())
    }
  },
  'polls at once and then in its pace': (client) => {
    client.pollPause = (number) => (number === 0 ? 0 : 2000)
  },
  'fetches the proposal when everything else is done': (client) => {
    client.proposalFirst = false
  },
  'binds right behind its update': (client) => {
    client.update = async (id, state) => {
      if (client.journey.includes('update') && state === 'ready_to_bind')
        await client.dataOf('update', id, client.updateBody())
      return state
    }
  },
  'updates quotes with approved_rate too': (client) => {
    client.updatesIn = ['ready_to_bind', 'approved_rate']
  },
  'sends no update': (client) => {
    client.update = async (_id, state) => state
  },
  'polls again before it binds': (client) => {
    const usual = client.bind.bind(client)
    client.bind = async (id) => {
      await client.dataOf('status', id)
      await usual(id)
    }
  },
  'fetches a preview as well': (client) => {
    const usual = client.proposal.bind(client)
    client.proposal = async (id) => {
      await client.call('quote-preview', id)
      await usual(id)
    }
  },
  'waits where it does not know a state': (client) => {
    client.isSettled = (state) => SETTLED.includes(state)
  },
  'reads a state that it does not know once more': (client) => {
    const usual = client.settled.bind(client)
    client.settled = async (id, phase) => {
      const state = await usual(id, phase)
      if (SETTLED.includes(state)) return state
      return client.note((await client.dataOf('status', id)).quote_status)
    }
  },
  'fetches another token after each 5xx': (client) => {
    let isOver = false
    const wire = client.wire.bind(client)
    client.wire = async (sent) => {
      const got = await wire(sent)
      isOver ||= got.status >= 500
      return got
    }
    const isFresh = client.isFresh.bind(client)
    client.isFresh = (operation) => {
      const wasOver = isOver
      isOver = false
      return !wasOver && isFresh(operation)
    }
  },
  'has a token for submissions and one for all else': (client) => {
    const usual = client.call.bind(client)
    client.call = async (operation, ...given) => {
      const got = await usual(operation, ...given)
      if (operation === 'submit') client.renew()
      return got
    }
  },
  'fetches its token before anything else': (client) => {
    const usual = client.travel.bind(client)
    client.travel = async () => {
      await client.fetchToken()
      await usual()
    }
  },
  'fetches a token a minute before the end of the last': (client) => {
    client.renewAt = (seconds) => Date.now() + (seconds - 60) * 1000
  },
  'renews a token at its last moment': (client) => {
    client.renewAt = (seconds) => Date.now() + seconds * 1000
  },
  'retries with full jitter': (client) => {
    client.pauseMs = (attempt) => Math.random() * 1000 * 2 ** (attempt - 1)
  },
  'retries with decorrelated jitter': (client) => {
    let last = 300
    client.pauseMs = (attempt) => {
      last = attempt === 1 ? 300 : Math.min(8000, 300 + Math.random() * (last * 3 - 300))
      return last
    }
  },
  'goes by Retry-After where there is one': (client) => {
    const usual = client.pauseMs.bind(client)
    let asked: number | undefined
    client.retries = (_, __, got) => {
      const given = String(got?.headers['retry-after'])
      const ms = /^\d+$/.test(given) ? Number(given) * 1000 : Date.parse(given) - Date.now()
      asked = ms > 0 ? ms : undefined
      return true
    }
    client.pauseMs = (attempt) => asked ?? usual(attempt)
  },
  'tries twice more': (client) => {
    client.tries = 3
  },
  'tries once more only': (client) => {
    client.tries = 2
  },
  'tries eight times with a bound on its pauses': (client) => {
    client.tries = 8
    client.pauseMs = (attempt) => Math.min(2000, 250 * 2 ** attempt)
  },
  'reads the id of a quote under either name': (client) => {
    const read = client.read.bind(client)
    client.read = (envelope, operation) => {
      const data = read(envelope, operation)
      return { ...data, quote_id: String(data.id ?? data.quote_id) }
    }
  },
  'asks for compressed answers and reads them': (client) => {
    withHeaders(client, (headers) => ({ ...headers, 'accept-encoding': 'gzip' }))
    const wire = client.wire.bind(client)
    client.wire = async (sent) => {
      const got = await wire(sent)
      return got.headers['content-encoding'] === 'gzip' ? { ...got, body: gunzipSync(got.body) } : got
    }
  },
  'writes headers in capitals': (client) =>
    withHeaders(client, (headers) =>
      Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value])),
    ),
  'writes bearer in small letters and a charset': (client) => {
    client.authorization = () => `bearer ${client.token?.text}`
    withHeaders(client, (headers) =>
      'content-type' in headers ? { ...headers, 'content-type': 'application/json; charset=UTF-8' } : headers,
    )
  },
  'sorts the fields of a submission and writes escapes': (client) => {
    const usual = client.submission.bind(client)
    client.submission = () => {
      const sorted = Object.entries(JSON.parse(usual())).toSorted(([one], [other]) => (one < other ? -1 : 1))
      return JSON.stringify(Object.fromEntries(sorted), null, 4).replace(
        /[\u0080-\uffff]/g,
        (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
      )
    }
  },
  'sends amounts as text': (client) => {
    const usual = client.submission.bind(client)
    client.submission = () => {
      const { revenue, agg_limit, retention, ...rest } = JSON.parse(usual())
      return JSON.stringify({
        ...rest,
        revenue: `${revenue}`,
        agg_limit: `${agg_limit}`,
        retention: `${retention}`,
      })
    }
  },
  'opens a connection for each request': (client) => {
    client.agent = client.agentWith({ pipelining: 0 })
  },
  ...endings,
  'logs a lot': (client) => {
    const usual = client.wire.bind(client)
    client.wire = async (sent) => {
      const got = await usual(sent)
      process.stderr.write(`${client.result.quote_id} ${sent.method} ${sent.url} ${got.status}\n`.repeat(200))
      return got
    }
  },
  'follows redirects without credentials': (client) => {
    const usual = client.wire.bind(client)
    client.wire = async (sent) => {
      const got = await usual(sent)
      const { location } = got.headers
      if (got.status < 300 || got.status >= 400 || typeof location !== 'string') return got
      return usual({ ...sent, url: location, method: 'GET', headers: {}, body: undefined })
    }
  },
  'sends further fields for a token': (client) => {
    withTokenRequest(client, (sent) => ({ ...sent, body: `audience=quotes&${sent.body}` }))
  },
  'does one thing at a time, slowly': (client) => {
    const usual = client.call.bind(client)
    client.call = async (...given) => {
      await pause(300)
      return usual(...given)
    }
  },
}

/** Right clients that do something that is advised against, with the requirements that warn of it. */
export const advisedAgainst: Readonly<Record<string, readonly string[]>> = {
  // It binds whatever state the update was answered with.
  'binds right behind its update': ['client-heeds-the-answer-to-an-update'],
  'polls at a fixed rate': ['client-keeps-its-pace-across-steps'],
  'polls at once and then in its pace': ['client-keeps-its-pace-across-steps'],
}
