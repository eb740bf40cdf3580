import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { gunzipSync } from 'node:zlib'
import type { FakeClient } from '../fake.ts'
import { Refused } from '../messages.ts'
import { type Defect, defect, warned, withHeaders } from './defect.ts'

const STRAIGHT = 'journeys/straight-through'

const crashAt = (state: string) => (client: FakeClient) => {
  const usual = client.note.bind(client)
  client.note = (now) => {
    if (now === state) throw new TypeError(`unknown state ${now}`)
    return usual(now)
  }
}

const knowsTypeAs = (name: string): Defect =>
  warned('answers/as-http-allows', 'client-takes-what-http-allows', (client) => {
    const wire = client.wire.bind(client)
    client.wire = async (sent) => {
      const got = await wire(sent)
      const type = String(got.headers['content-type'])
      if (type.startsWith(name) && type !== name) throw new Refused(type)
      return got
    }
  })

/** Defects in handling answers and documents, and at the end of the journey. */
export const answerDefects: Readonly<Record<string, Defect>> = {
  'compares the media type of a document letter by letter': knowsTypeAs('application/pdf'),
  'compares the media type of JSON letter by letter': knowsTypeAs('application/json'),
  'writes no day with a zero before it': defect(
    'submissions/other-scripts',
    'client-submission-is-valid',
    (client) => {
      const usual = client.submission.bind(client)
      client.submission = () => usual().replace(/(\d{4}-\d{2})-0(\d)/, '$1-$2')
    },
  ),
  'ends with 0 and without a word where an answer breaks off': defect(
    'connections/cut-documents',
    'client-writes-its-result',
    (client) => {
      client.retries = (_, status) => {
        if (status === undefined) process.exit(0)
        return true
      }
    },
  ),
  'reads a million bytes at most': defect('answers/pieces', 'client-saves-the-policy', (client) => {
    const wire = client.wire.bind(client)
    client.wire = async (sent) => {
      const got = await wire(sent)
      return { ...got, body: got.body.subarray(0, 2 ** 20) }
    }
  }),
  'asks for compressed answers and reads JSON alone': warned(
    'answers/as-http-allows',
    'client-takes-what-http-allows',
    (client) => {
      withHeaders(client, (headers) => ({ ...headers, 'accept-encoding': 'gzip' }))
      const wire = client.wire.bind(client)
      client.wire = async (sent) => {
        const got = await wire(sent)
        const isJson = String(got.headers['content-type']).includes('json')
        const isCompressed = got.headers['content-encoding'] === 'gzip'
        return isCompressed && isJson ? { ...got, body: gunzipSync(got.body) } : got
      }
    },
  ),
  'does not know declined as a state': defect(
    'outcomes/declined-later',
    'client-handles-declined',
    crashAt('declined'),
  ),
  'does not know approved_rate': defect(
    'outcomes/approved-rate',
    'client-handles-approved-rate',
    crashAt('approved_rate'),
  ),
  'does not know underwriter_review': defect(
    'outcomes/review',
    'client-handles-underwriter-review',
    crashAt('underwriter_review'),
  ),
  'does not know failed': defect('outcomes/failed', 'client-handles-failed', crashAt('failed')),
  'takes an error for a decline': defect('outcomes/refused-submission', 'client-handles-error', (client) => {
    client.failed = () => {
      client.note('declined')
      return 0
    }
  }),
  'passes over an error': defect('outcomes/refused-submission', 'client-handles-error', (client) => {
    client.failed = () => 0
  }),
  'takes nothing but a 200 for an update': warned(
    'answers/accepted-updates',
    'client-takes-any-success-of-an-update',
    (client) => {
      const usual = client.call.bind(client)
      client.call = async (operation, ...given) => {
        const answer = await usual(operation, ...given)
        if (operation === 'update' && answer.status !== 200) throw new Refused(`update: ${answer.status}`)
        return answer
      }
    },
  ),
  'saves an error as the policy': defect('documents/no-policy', 'client-saves-the-policy', (client) => {
    const usual = client.call.bind(client)
    client.call = async (operation, ...given) => {
      const answer = await usual(operation, ...given)
      return operation === 'policy' ? { ...answer, status: 200 } : answer
    }
  }),
  'reads every error as JSON': defect(
    'documents/slow-proposal',
    'client-handles-plain-text-errors',
    (client) => {
      const usual = client.call.bind(client)
      client.call = async (...given) => {
        const got = await usual(...given)
        if (got.status >= 400) JSON.parse(got.body.toString())
        return got
      }
    },
  ),
  'gives up at a 409': defect('documents/slow-proposal', 'client-waits-on-409', (client) => {
    client.on409 = () => Promise.reject(new Refused('not ready'))
  }),
  'asks for the proposal without a pause from the second time on': defect(
    'documents/proposal-long-in-transition',
    'client-waits-on-409',
    (client) => {
      let asked = 0
      client.on409 = async () => {
        asked += 1
        await pause(asked === 1 ? client.pollMs : 30)
      }
    },
  ),
  'asks for the proposal without a pause': defect(
    'documents/slow-proposal',
    'client-waits-on-409',
    (client) => {
      client.on409 = async () => undefined
    },
  ),
  'asks again after a 404': warned('documents/no-proposal', 'client-gives-up-on-404', (client) => {
    const usual = client.call.bind(client)
    client.call = async (...given) => {
      const got = await usual(...given)
      return got.status === 404 ? usual(...given) : got
    }
  }),
  'saves documents as text': {
    change(client) {
      client.saved = (body) => body.toString('utf8')
    },
    in: ['answers/pieces'],
    finds: ['client-saves-the-proposal', 'client-saves-the-policy'],
  },
  'tidies up line ends in documents': defect('answers/pieces', 'client-saves-the-policy', (client) => {
    client.saved = (body) => Buffer.from(body.toString('latin1').replaceAll('\r\n', '\n'), 'latin1')
  }),
  'saves the first piece of a document': defect('answers/pieces', 'client-saves-the-proposal', (client) => {
    client.saved = (body) => body.subarray(0, 512)
  }),
  'fetches no proposal': defect(STRAIGHT, 'client-saves-the-proposal', (client) => {
    client.proposal = async () => undefined
  }),
  'saves the proposal as the policy': defect(STRAIGHT, 'client-saves-the-policy', (client) => {
    const usual = client.save.bind(client)
    client.save = (operation, id, file) =>
      usual(operation === 'policy' ? 'quote-proposal' : operation, id, file)
  }),
  'saves the policy under another name': defect(STRAIGHT, 'client-saves-the-policy', (client) => {
    const usual = client.save.bind(client)
    client.save = (operation, id, file) => usual(operation, id, file.replace('policy', 'Policy-document'))
  }),
  'writes no result': defect(STRAIGHT, 'client-writes-its-result', (client) => {
    client.write = () => undefined
  }),
  'writes a result that is no JSON': defect(STRAIGHT, 'client-writes-its-result', (client) => {
    client.write = () =>
      writeFileSync(join(client.folder, 'result.json'), `quote_id=${client.result.quote_id}`)
  }),
  'writes issued too early': defect(STRAIGHT, 'client-writes-its-result', (client) => {
    const usual = client.write.bind(client)
    client.policy = async () => undefined
    client.write = () => {
      client.result.quote_status = 'issued'
      usual()
    }
  }),
  'ends with 1 in any case': defect(STRAIGHT, 'client-writes-its-result', (client) => {
    client.exitCode = () => 1
  }),
  'ends with 0 in any case, and writes no error': defect(
    'outages/submit-for-good',
    'client-reports-what-it-could-not-do',
    (client) => {
      client.failed = () => 0
    },
  ),
  'ends with 0 without a token, and writes no error': defect(
    'tokens/no-token',
    'client-reports-what-it-could-not-do',
    (client) => {
      client.failed = () => 0
    },
  ),
  'asks again for a policy that was refused in plain text': defect(
    'documents/refused-policy',
    'client-does-not-retry-400',
    (client) => {
      const usual = client.call.bind(client)
      client.call = async (operation, id, body) => {
        const got = await usual(operation, id, body)
        return operation === 'policy' && got.status === 400 ? usual(operation, id, body) : got
      }
    },
  ),
  'writes its result in Latin-1': defect('outcomes/refused-submission', 'client-handles-error', (client) => {
    const { read } = client
    client.read = (envelope, operation) => {
      client.result.error = envelope.error?.message ?? null
      return read.call(client, envelope, operation)
    }
    client.failed = () => 0
    client.write = () =>
      writeFileSync(join(client.folder, 'result.json'), Buffer.from(JSON.stringify(client.result), 'latin1'))
  }),
  'writes its token into its result': warned(
    'outcomes/refused-submission',
    'client-prints-no-secret',
    (client) => {
      const usual = client.write.bind(client)
      client.write = () => {
        client.result.error = client.authorization()
        usual()
      }
    },
  ),
}
