import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FakeClient } from '../fake.ts'
import type { Operation } from '../messages.ts'
import { type Defect, defect, withHeaders } from './defect.ts'

const STRAIGHT = 'journeys/straight-through'
const json = (text: string): Record<string, unknown> => JSON.parse(text)

/** Sends a request again that was refused with a certain message. */
const againAfter400 =
  (isMet: (text: string, operation: Operation) => boolean) =>
  (client: FakeClient): void => {
    const usual = client.call.bind(client)
    client.call = async (operation, id, body) => {
      const got = await usual(operation, id, body)
      const isAgain = got.status === 400 && isMet(got.body.toString('utf8'), operation)
      return isAgain ? usual(operation, id, body) : got
    }
  }

/** Defects in bodies, ids and the order of requests. */
export const requestDefects: Readonly<Record<string, Defect>> = {
  'tries to bind by POST first': defect(STRAIGHT, 'client-sends-the-stated-methods', (client) => {
    const usual = client.wire.bind(client)
    client.wire = async (sent) => {
      if (sent.url.includes('/bind/')) await usual({ ...sent, method: 'POST' })
      return usual(sent)
    }
  }),
  'sends text for JSON': defect(STRAIGHT, 'client-bodies-are-json', (client) =>
    withHeaders(client, (headers) =>
      'content-type' in headers ? { ...headers, 'content-type': 'text/plain' } : headers,
    ),
  ),
  'sends bodies without a content type': defect(STRAIGHT, 'client-bodies-are-json', (client) =>
    withHeaders(client, ({ 'content-type': _, ...headers }) => headers),
  ),
  'sends bodies in Latin-1': defect('submissions/other-scripts', 'client-bodies-are-json', (client) => {
    const usual = client.wire.bind(client)
    client.wire = (sent) =>
      usual({
        ...sent,
        body: (sent.body === undefined ? undefined : Buffer.from(sent.body, 'latin1')) as unknown as string,
      })
  }),
  'leaves letters beyond ASCII out': defect(
    'submissions/other-scripts',
    'client-submission-is-valid',
    (client) => {
      const usual = client.submission.bind(client)
      client.submission = () => usual().replace(/[^\n -~]/g, '?')
    },
  ),
  'sends every amount as text with a dollar sign': {
    change(client) {
      const usual = client.submission.bind(client)
      client.submission = () => JSON.stringify({ ...json(usual()), retention: `$${json(usual()).retention}` })
    },
    in: ['submissions/generated'],
    finds: ['client-submission-is-valid'],
  },
  'rounds the revenue': defect(STRAIGHT, 'client-submission-is-valid', (client) => {
    const usual = client.submission.bind(client)
    client.submission = () => JSON.stringify({ ...json(usual()), revenue: 1 })
  }),
  'leaves the contact out': defect('outcomes/review', 'client-submission-is-valid', (client) => {
    const usual = client.submission.bind(client)
    client.submission = () => JSON.stringify({ ...json(usual()), insured_contact: undefined })
  }),
  'sends the NAICS code as text': defect('outcomes/review', 'client-submission-is-valid', (client) => {
    const usual = client.submission.bind(client)
    client.submission = () => JSON.stringify({ ...json(usual()), naics: '541511' })
  }),
  'adds fields of its own to a submission': defect(STRAIGHT, 'client-submission-is-valid', (client) => {
    const usual = client.submission.bind(client)
    client.submission = () => JSON.stringify({ ...json(usual()), source: 'crm' })
  }),
  'puts defaults in for what is optional': defect(
    'submissions/required-only',
    'client-submission-is-valid',
    (client) => {
      const usual = client.submission.bind(client)
      client.submission = () =>
        JSON.stringify({ year_founded: 2000, insured_taxid: '00-0000000', ...json(usual()) })
    },
  ),
  'writes dates the other way round': defect('outcomes/review', 'client-submission-is-valid', (client) => {
    const usual = client.submission.bind(client)
    client.submission = () => {
      const submission = json(usual())
      const date = String(submission.effective_date).split('-').reverse().join('/')
      return JSON.stringify({ ...submission, effective_date: date })
    }
  }),
  'updates fields that are not contacts': defect(STRAIGHT, 'client-update-is-valid', (client) => {
    client.updateBody = () => JSON.stringify({ revenue: 1 })
  }),
  'updates with a text for a boolean': defect(STRAIGHT, 'client-update-is-valid', (client) => {
    client.updateBody = () => JSON.stringify({ it_manager_same: 'yes' })
  }),
  'updates with a name that nobody knows': defect(STRAIGHT, 'client-update-is-valid', (client) => {
    client.updateBody = () => JSON.stringify({ it_manager_contact: { name: 'Ada' } })
  }),
  'updates a quote in review': defect('outcomes/review', 'client-update-only-where-it-applies', (client) => {
    client.updatesIn = ['underwriter_review']
  }),
  'updates before the rating is over': defect(
    'journeys/slow-rating',
    'client-update-only-where-it-applies',
    (client) => {
      const usual = client.settled.bind(client)
      client.settled = async (id, phase) => {
        if (phase === 'rating' && client.result.quote_status === 'pending')
          await client.dataOf('update', id, client.updateBody()).catch(() => undefined)
        return usual(id, phase)
      }
    },
  ),
  'updates a bound quote': defect('journeys/slow-issue', 'client-update-only-where-it-applies', (client) => {
    const usual = client.bind.bind(client)
    client.bind = async (id) => {
      await usual(id)
      await client.dataOf('update', id, client.updateBody()).catch(() => undefined)
    }
  }),
  'asks for a quote by an id of its own': defect('outcomes/review', 'client-uses-the-quote-id', (client) => {
    const usual = client.path.bind(client)
    client.path = (operation, id) =>
      usual(operation, operation === 'status' ? '00000000-0000-4000-8000-000000000000' : id)
  }),
  'asks for a quote that was refused': {
    change(client) {
      client.read = (envelope) => envelope.data ?? { quote_id: 'undefined', quote_status: 'pending' }
    },
    in: ['outcomes/refused-submission'],
    finds: ['client-uses-the-quote-id', 'client-handles-error'],
  },
  'binds without a body': defect(STRAIGHT, 'client-bind-sends-empty-object', (client) => {
    client.bindBody = ''
  }),
  'binds with the id in the body': defect(STRAIGHT, 'client-bind-sends-empty-object', (client) => {
    client.bindBody = '{"quote_id":"x"}'
  }),
  'binds with null': defect(STRAIGHT, 'client-bind-sends-empty-object', (client) => {
    client.bindBody = 'null'
  }),
  'binds at once': defect('journeys/slow-rating', 'client-bind-only-when-ready', (client) => {
    client.settled = async () => 'ready_to_bind'
    client.journey = ['submit', 'bind']
  }),
  'binds a quote with approved_rate': {
    change(client) {
      client.bindsIn = ['ready_to_bind', 'approved_rate']
    },
    in: ['outcomes/approved-rate'],
    finds: ['client-bind-only-when-ready', 'client-handles-approved-rate'],
  },
  'binds a quote in review': {
    change(client) {
      client.bindsIn = ['ready_to_bind', 'underwriter_review']
    },
    in: ['outcomes/review'],
    finds: ['client-bind-only-when-ready', 'client-handles-underwriter-review'],
  },
  'binds twice': defect('journeys/slow-issue', 'client-bind-only-when-ready', (client) => {
    const usual = client.bind.bind(client)
    client.bind = async (id) => {
      await usual(id)
      await client.dataOf('bind', id, '{}').catch(() => undefined)
    }
  }),
  'binds while the quote is rated again': defect(
    'journeys/rated-again',
    'client-bind-only-when-ready',
    (client) => {
      const usual = client.isSettled.bind(client)
      let settled = 0
      client.isSettled = (state) => {
        if (state === 'ready_to_bind') settled += 1
        return settled > 0 && client.result.quote_status === 'pending' ? true : usual(state)
      }
      client.bindsIn = ['ready_to_bind', 'pending']
    },
  ),
  'asks for the policy right behind the bind': defect(
    'journeys/slow-issue',
    'client-bind-takes-202',
    (client) => {
      client.policy = (id) => client.save('policy', id, 'policy.pdf')
    },
  ),
  'wants a 200 for a bind': defect(STRAIGHT, 'client-bind-takes-202', (client) => {
    const usual = client.call.bind(client)
    client.call = async (operation, id, body) => {
      const got = await usual(operation, id, body)
      return operation === 'bind' && got.status !== 200 ? { ...got, status: 500 } : got
    }
  }),
  'submits again after a 400': defect(
    'outcomes/refused-submission',
    'client-does-not-retry-400',
    againAfter400(() => true),
  ),
  'sends again what is refused in words of a later time': defect(
    'outcomes/refused-submission',
    'client-does-not-retry-400',
    againAfter400((text) => /temporar|later/.test(text)),
  ),
  'polls on after a 400': defect(
    'outcomes/refused-poll',
    'client-does-not-retry-400',
    againAfter400((_, operation) => operation === 'status'),
  ),
  'submits again after a decline': defect(
    'outcomes/declined-at-submit',
    'client-does-not-retry-400',
    againAfter400(() => true),
  ),
  'binds again after a 400': defect(
    'outcomes/refused-bind',
    'client-does-not-retry-400',
    againAfter400(() => true),
  ),
  'keeps the quote id in a file that all share': {
    change(client) {
      const file = join(tmpdir(), `quote-fake-${process.ppid}.txt`)
      const usual = client.write.bind(client)
      client.write = () => {
        writeFileSync(file, 'x', { flag: 'a' })
        client.result.quote_id = 'shared'
        usual()
      }
    },
    in: ['journeys/several-at-once'],
    finds: ['client-writes-its-result'],
  },
}
