import { setTimeout as pause } from 'node:timers/promises'
import type { FakeClient } from '../fake.ts'
import { type Got, type Operation, SETTLED, type Sent } from '../messages.ts'

const FIRST_MS = 500

/** Reads each answer before the client does. */
const withAnswers = (client: FakeClient, read: (got: Got, sent: Sent) => void) => {
  const wire = client.wire.bind(client)
  client.wire = async (sent) => {
    const got = await wire(sent)
    read(got, sent)
    return got
  }
}

/** Polls in the background while the client fetches and saves a document. */
const pollsMeanwhile = (client: FakeClient) => {
  const save = client.save.bind(client)
  client.save = async (operation, id, file) => {
    const timer = setInterval(() => void client.call('status', id).catch(() => undefined), 2300)
    await save(operation, id, file).finally(() => clearInterval(timer))
  }
}

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

/** Changes of clients that poll, pause and repeat in a wrong way, by the descriptions in the tables. */
export const waitsByHand: Readonly<Record<string, (client: FakeClient) => void>> = {
  'makes up for the polls that it missed': (client) => {
    let next = 0
    client.pollPause = (number) => {
      next = number === 0 ? Date.now() + 2400 : next + 2400
      return Math.max(0, next - Date.now())
    }
  },
  'polls ever more quickly the longer it waits': (client) => {
    client.pollPause = (number) => 2800 * 0.9 ** number
  },
  'gives up a rating after a while, and says that all is well': (client) => {
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
  'asks once more beside an answer that is late': (client) => {
    const usual = client.wire.bind(client)
    client.pollMs = 2800
    client.wire = async (sent) => {
      const first = usual(sent)
      if (sent.operation !== 'status') return first
      const isLate = await Promise.race([first.then(() => false), pause(1000).then(() => true)])
      return isLate ? Promise.race([first, usual(sent)]) : first
    }
  },
  'polls quickly at first': (client) => {
    client.pollPause = (number) => Math.min(4000, 250 * 2 ** number)
  },
  'polls quickly at a state that it does not know': (client) => {
    const usual = client.note.bind(client)
    client.isSettled = (state) => SETTLED.includes(state)
    client.note = (state) => {
      client.pollMs = [...SETTLED, ...client.passing].includes(state) ? 2000 : 300
      return usual(state)
    }
  },
  'waits on where its submission was answered with the state': (client) => {
    const usual = client.settled.bind(client)
    client.settled = async (id, phase) => {
      const isSettled = client.isSettled(String(client.result.quote_status))
      const state = await usual(id, phase)
      if (!isSettled) return state
      await pause(2000)
      return (await client.dataOf('status', id)).quote_status
    }
  },
  'polls once too often': (client) => {
    const usual = client.settled.bind(client)
    client.settled = async (id, phase) => {
      await usual(id, phase)
      await pause(2000)
      return (await client.dataOf('status', id)).quote_status
    }
  },
  'gives up a slow rating': (client) => {
    let polls = 0
    client.isSettled = (state) => {
      polls += 1
      return state !== 'pending' || polls > 2
    }
  },
  'tries again every second, more or less': (client) => {
    client.pauseMs = () => 900 + Math.random() * 200
  },
  'tries again sooner each time': (client) => {
    client.pauseMs = (attempt) => 4000 / 2 ** attempt
  },
  'pauses longer at first, and very little from the fourth time on': (client) => {
    client.tries = 6
    client.pauseMs = (attempt) => (attempt <= 3 ? 300 * 2 ** attempt : 100)
  },
  'counts its attempts by their status': (client) => {
    let last: number | undefined
    let count = 0
    client.retries = (_, status) => {
      count = status === last ? count + 1 : 1
      last = status
      return true
    }
    client.pauseMs = () => FIRST_MS * 2 ** (count - 1)
  },
  'has a count of attempts for each status': (client) => {
    const counts = new Map<number | undefined, number>()
    let count = 0
    client.retries = (_, status) => {
      count = (counts.get(status) ?? 0) + 1
      counts.set(status, count)
      return true
    }
    client.pauseMs = () => FIRST_MS * 2 ** (count - 1)
  },
  'begins anew with each connection': (client) => {
    let count = 0
    client.retries = (_, __, got) => {
      count = got?.headers.connection === 'close' ? 1 : count + 1
      return true
    }
    client.pauseMs = () => FIRST_MS * 2 ** (count - 1)
  },
  'takes a date in Retry-After for a number': (client) => {
    const usual = client.pauseMs.bind(client)
    let asked: string | undefined
    client.retries = (_, __, got) => {
      asked = got?.headers['retry-after']?.toString()
      return true
    }
    client.pauseMs = (attempt) => (asked === undefined ? usual(attempt) : Number(asked) * 1000 || 0)
  },
  'takes seconds in Retry-After for milliseconds': (client) => {
    let asked: number | undefined
    client.retries = (_, __, got) => {
      const given = Number(got?.headers['retry-after'])
      asked = Number.isNaN(given) ? undefined : given
      return true
    }
    client.pauseMs = (attempt) => asked ?? FIRST_MS * 2 ** (attempt - 1)
  },
  'pauses for as long each time from its second outage on': (client) => {
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
  'repeats a bind without its body where the answer is slow': (client) => {
    const usual = client.wire.bind(client)
    client.wire = (sent) => {
      if (sent.operation !== 'bind') return usual(sent)
      const late = pause(3000).then(() => usual({ ...sent, body: undefined }))
      return Promise.race([usual(sent), late])
    }
  },
  'begins each poll of a wait with the token of its first one': (client) => {
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
  'begins its pauses anew with an update': atOnceBehind('update'),
  'begins its pauses anew with a bind': atOnceBehind('bind'),
  'polls on while it fetches the policy': (client) => {
    const usual = client.save.bind(client)
    client.save = async (operation, id, file) => {
      const poller = setInterval(() => client.dataOf('status', id), client.pollMs)
      if (operation !== 'policy') clearInterval(poller)
      await usual(operation, id, file)
      clearInterval(poller)
    }
  },
  'keeps its token with the connection': (client) => {
    withAnswers(client, ({ headers }) => {
      if (headers.connection === 'close') client.token = undefined
    })
  },
  'reckons its polls from the clock of the platform': (client) => {
    let due = 0
    withAnswers(client, ({ headers }) => {
      due = Date.parse(String(headers.date)) + 3000
    })
    client.pollPause = () => Math.max(200, due - Date.now())
  },
  'waits for the clock of the platform': (client) => {
    let aheadMs = 0
    withAnswers(client, ({ headers }) => {
      aheadMs = Date.parse(String(headers.date)) - Date.now()
    })
    client.pollPause = () => client.pollMs + Math.max(0, aheadMs)
  },
  'polls on while the proposal is not ready': (client) => {
    pollsMeanwhile(client)
    client.on409 = () => pause(7000)
  },
  'takes the seconds of Retry-After for milliseconds': (client) => {
    let pauseMs = client.pollMs
    withAnswers(client, ({ headers }) => {
      if (headers['retry-after'] !== undefined) pauseMs = Number(headers['retry-after'])
    })
    client.on409 = () => pause(pauseMs)
  },
  'repeats a submission without its body when the connection was lost': (client) => {
    let isLost = false
    const usual = client.wire.bind(client)
    client.wire = async (sent) => {
      try {
        return await usual(isLost ? { ...sent, body: undefined } : sent)
      } catch (error) {
        isLost = sent.operation === 'submit'
        throw error
      }
    }
  },
}
