import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { FakeClient } from '../fake.ts'
import { type Got, type Operation, Refused, type Sent } from '../messages.ts'
import { type Defect, defect } from './defect.ts'

/** Reads each answer, or replaces it. */
const withAnswers = (client: FakeClient, change: (got: Got, sent: Sent) => Got | undefined) => {
  const wire = client.wire.bind(client)
  client.wire = async (sent) => {
    const got = await wire(sent)
    return change(got, sent) ?? got
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

/** Reads the submission in a special way. */
const reads = (change: (text: string) => string) => (client: FakeClient) => {
  const usual = client.submission.bind(client)
  client.submission = () => change(usual())
}

/**
 * After a fault the client may send a submission again, and reads the answer to the repeat with other code, which crashes at a
 * decline.
 */
const crashesAtADecline = (client: FakeClient, isMet: (attempts: number, message: string) => boolean) => {
  let attempts = 0
  withAnswers(client, (_, { operation }) => {
    attempts += operation === 'submit' ? 1 : 0
    return undefined
  })
  const usual = client.failed.bind(client)
  client.failed = (error) => {
    if (error instanceof Refused && error.declined && isMet(attempts, error.message)) process.exit(1)
    return usual(error)
  }
}

/** Defects in handling unusual but legal forms of answers and files. */
export const formDefects: Readonly<Record<string, Defect>> = {
  'submits an address without the beginning that it knows': defect(
    'submissions/other-scripts',
    'client-submission-is-valid',
    reads((text) => text.replace('"http://', '"')),
  ),
  'keeps its token with the connection': defect(
    'answers/closed-connections',
    'client-reuses-its-token',
    (client) => {
      withAnswers(client, ({ headers }) => {
        if (headers.connection === 'close') client.token = undefined
        return undefined
      })
    },
  ),
  'waits on a 409 of plain text without a charset alone': defect(
    'answers/closed-connections',
    'client-waits-on-409',
    (client) => {
      withAnswers(client, ({ status, headers }) => {
        if (status === 409 && headers['content-type'] !== 'text/plain') throw new Refused('not ready')
        return undefined
      })
      client.retries = (_, status) => status !== undefined
    },
  ),
  'reckons its polls from the clock of the platform': defect(
    'answers/slow-clock',
    'client-polls-no-faster-than-2-seconds',
    (client) => {
      let due = 0
      withAnswers(client, ({ headers }) => {
        due = Date.parse(String(headers.date)) + 3000
        return undefined
      })
      client.pollPause = () => Math.max(200, due - Date.now())
    },
  ),
  'waits for the clock of the platform': defect(
    'answers/fast-clock',
    'client-writes-its-result',
    (client) => {
      let aheadMs = 0
      withAnswers(client, ({ headers }) => {
        aheadMs = Date.parse(String(headers.date)) - Date.now()
        return undefined
      })
      client.pollPause = () => client.pollMs + Math.max(0, aheadMs)
    },
  ),
  'saves documents under the name that they suggest': defect(
    'answers/named-documents',
    'client-saves-the-policy',
    (client) => {
      client.save = async (operation: Operation, id: string, file: string) => {
        const { body, headers } = await client.call(operation, id)
        const [, name = file] = /filename="(.+)"/.exec(String(headers['content-disposition'])) ?? []
        writeFileSync(join(client.folder, name), body)
      }
    },
  ),
  'polls on while the proposal is not ready': defect(
    'documents/proposal-asks-for-a-pause',
    'client-stops-at-ready-to-bind',
    (client) => {
      pollsMeanwhile(client)
      client.on409 = () => pause(7000)
    },
  ),
  'takes the seconds of Retry-After for milliseconds': defect(
    'documents/proposal-long-in-transition',
    'client-waits-on-409',
    (client) => {
      let pauseMs = client.pollMs
      withAnswers(client, ({ headers }) => {
        if (headers['retry-after'] !== undefined) pauseMs = Number(headers['retry-after'])
        return undefined
      })
      client.on409 = () => pause(pauseMs)
    },
  ),
  'renews no token that is refused without a challenge': defect(
    'tokens/refused-without-a-word',
    'client-renews-after-401',
    (client) => {
      withAnswers(client, ({ status, headers }) => {
        if (status === 401 && headers['www-authenticate'] === undefined) throw new Refused('401')
        return undefined
      })
    },
  ),
  'polls quickly behind an update whose token was refused': defect(
    'tokens/refused-update',
    'client-polls-no-faster-than-2-seconds',
    (client) => {
      withAnswers(client, ({ status }, { operation }) => {
        if (operation === 'update') client.pollMs = status === 401 ? 1000 : client.pollMs
        return undefined
      })
    },
  ),
  'fetches a token for each poll of a long wait': defect(
    'journeys/slow-status',
    'client-reuses-its-token',
    (client) => {
      const began = Date.now()
      const usual = client.isFresh.bind(client)
      client.isFresh = (operation) =>
        usual(operation) && !(operation === 'status' && Date.now() > began + 7000)
    },
  ),
  'repeats a submission without its body when the connection was lost': defect(
    'connections/lost-before',
    'client-submission-is-valid',
    (client) => {
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
  ),
  'sends numbers with a fraction as text': defect(
    'submissions/large-amounts',
    'client-submission-is-valid',
    reads((text) => text.replace(/:\s*(\d+\.\d+)/g, ': "$1"')),
  ),
  'cuts the cents of the revenue': defect(
    'submissions/large-amounts',
    'client-submission-is-valid',
    reads((text) => text.replace(/("revenue":\s*\d+)\.\d+/, '$1')),
  ),
  'loses quotation marks in names': defect(
    'submissions/other-scripts',
    'client-submission-is-valid',
    reads((text) => text.replaceAll('\\"', '')),
  ),
  'loses the text behind a percent sign': defect(
    'submissions/percent',
    'client-submission-is-valid',
    reads((text) => text.replaceAll(/%\s*[a-z]?/gi, '')),
  ),
  'writes no as zero': defect(
    'submissions/shell',
    'client-submission-is-valid',
    reads((text) => text.replaceAll(/:\s*false/g, ': 0')),
  ),
  'loses a last line without a line end': defect(
    'submissions/required-only',
    'client-submission-is-valid',
    reads((text) => text.slice(0, text.lastIndexOf('\n') + 1) || '{}'),
  ),
  'reads only JSON on many lines': defect(
    'submissions/large-amounts',
    'client-submission-is-valid',
    reads((text) => (text.includes('\n') ? text : '{}')),
  ),
  'crashes at a decline behind a 5xx': defect(
    'outcomes/declined-after-trouble',
    'client-handles-declined',
    (client) => crashesAtADecline(client, (attempts) => attempts > 1),
  ),
  'crashes at a long message of a decline': defect(
    'outcomes/declined-after-trouble',
    'client-handles-declined',
    (client) => crashesAtADecline(client, (_, message) => message.length > 255),
  ),
}
