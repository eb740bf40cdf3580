import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { FakeClient } from '../fake.ts'
import { Refused } from '../messages.ts'
import { withHeaders } from '../requests.ts'
import { hasUnknownFields } from './operators.ts'

/** Reads the id of a quote from another place. */
const reading = (idIn: (envelope: Parameters<FakeClient['read']>[0]) => unknown) => (client: FakeClient) => {
  const usual = client.read.bind(client)
  client.read = (envelope, operation) => {
    const data = usual(envelope, operation)
    const id = operation === 'submit' ? idIn(envelope) : undefined
    return typeof id === 'string' ? { ...data, quote_id: id } : data
  }
}

/** Ends at a decline whose text, or whose number of attempts, it does not bear. */
const crashesAtADecline = (client: FakeClient, isMet: (attempts: number, message: string) => boolean) => {
  let attempts = 0
  const wire = client.wire.bind(client)
  client.wire = (sent) => {
    attempts += sent.operation === 'submit' ? 1 : 0
    return wire(sent)
  }
  const usual = client.failed.bind(client)
  client.failed = (error) => {
    if (error instanceof Refused && error.declined && isMet(attempts, error.message)) process.exit(1)
    return usual(error)
  }
}

/** Reads the submission in a special way. */
const reads = (change: (text: string) => string) => (client: FakeClient) => {
  const usual = client.submission.bind(client)
  client.submission = () => change(usual())
}

/** Changes of clients that read answers wrongly, or write down something else, by the descriptions in the tables. */
export const answersByHand: Readonly<Record<string, (client: FakeClient) => void>> = {
  'ends with 0 and without a word where an answer breaks off': (client) => {
    client.retries = (_, status) => {
      if (status === undefined) process.exit(0)
      return true
    }
  },
  'reads a million bytes at most': (client) => {
    const wire = client.wire.bind(client)
    client.wire = async (sent) => {
      const got = await wire(sent)
      return { ...got, body: got.body.subarray(0, 2 ** 20) }
    }
  },
  'asks for compressed answers and reads JSON alone': (client) => {
    withHeaders(client, (headers) => ({ ...headers, 'accept-encoding': 'gzip' }))
    const wire = client.wire.bind(client)
    client.wire = async (sent) => {
      const got = await wire(sent)
      const isJson = String(got.headers['content-type']).includes('json')
      const isCompressed = got.headers['content-encoding'] === 'gzip'
      return isCompressed && isJson ? { ...got, body: gunzipSync(got.body) } : got
    }
  },
  'takes an error for a decline': (client) => {
    client.failed = () => {
      client.note('declined')
      return 0
    }
  },
  'saves an error as the policy': (client) => {
    const usual = client.call.bind(client)
    client.call = async (operation, ...given) => {
      const answer = await usual(operation, ...given)
      return operation === 'policy' ? { ...answer, status: 200 } : answer
    }
  },
  'saves documents as text': (client) => {
    client.saved = (body) => body.toString('utf8')
  },
  'tidies up line ends in documents': (client) => {
    client.saved = (body) => Buffer.from(body.toString('latin1').replaceAll('\r\n', '\n'), 'latin1')
  },
  'saves the first piece of a document': (client) => {
    client.saved = (body) => body.subarray(0, 512)
  },
  'fetches no proposal': (client) => {
    client.proposal = async () => undefined
  },
  'saves the proposal as the policy': (client) => {
    const usual = client.save.bind(client)
    client.save = (operation, id, file) =>
      usual(operation === 'policy' ? 'quote-proposal' : operation, id, file)
  },
  'saves the policy under another name': (client) => {
    const usual = client.save.bind(client)
    client.save = (operation, id, file) => usual(operation, id, file.replace('policy', 'Policy-document'))
  },
  'writes no result': (client) => {
    client.write = () => undefined
  },
  'writes a result that is no JSON': (client) => {
    client.write = () =>
      writeFileSync(join(client.folder, 'result.json'), `quote_id=${client.result.quote_id}`)
  },
  'writes issued too early': (client) => {
    const usual = client.write.bind(client)
    client.policy = async () => undefined
    client.write = () => {
      client.result.quote_status = 'issued'
      usual()
    }
  },
  'ends with 1 in any case': (client) => {
    client.exitCode = () => 1
  },
  'writes its result in Latin-1': (client) => {
    const { read } = client
    client.read = (envelope, operation) => {
      client.result.error = envelope.error?.message ?? null
      return read.call(client, envelope, operation)
    }
    client.failed = () => 0
    client.write = () =>
      writeFileSync(join(client.folder, 'result.json'), Buffer.from(JSON.stringify(client.result), 'latin1'))
  },
  'writes its token into its result': (client) => {
    const usual = client.write.bind(client)
    client.write = () => {
      client.result.error = client.authorization()
      usual()
    }
  },
  'takes a decline for a crash': (client) => {
    client.read = ({ data, status }) => {
      if (status === 'error') throw new Refused('error')
      return { ...data, quote_id: data.quote_id }
    }
  },
  'reads the text of a decline as ASCII': (client) => {
    const usual = client.failed.bind(client)
    client.failed = (error) => {
      if (error instanceof Refused && /[\u0080-\uffff]/.test(error.message)) process.exit(1)
      return usual(error)
    }
  },
  'reads the text of a decline as a format': (client) => {
    const usual = client.failed.bind(client)
    client.failed = (error) => {
      if (error instanceof Refused && /%[^sd%]/.test(error.message)) process.exit(1)
      return usual(error)
    }
  },
  'takes a decline for any error': (client) => {
    client.read = (envelope) => {
      if (envelope.error !== undefined) throw new Refused(envelope.error.message)
      return envelope.data
    }
  },
  'writes a decline as an error': (client) => {
    client.note = (state) => state
  },
  'takes the first UUID of an answer for the id of the quote': reading(
    (envelope) => /[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/.exec(JSON.stringify(envelope))?.[0],
  ),
  'takes an id of another name for that of the quote': reading(({ data }) => data.id ?? data.quoteId),
  'polls quickly at records with unknown fields': (client) => {
    const usual = client.read.bind(client)
    client.read = (envelope, operation) => {
      const data = usual(envelope, operation)
      client.pollMs = operation === 'status' && hasUnknownFields(data) ? 300 : 2000
      return data
    }
  },
  'has room for 32 bits of cents': (client) => {
    const usual = client.read.bind(client)
    client.read = (envelope, operation) => {
      const data = usual(envelope, operation)
      const amounts = [...JSON.stringify(data).matchAll(/"\$([\d,.]+)"/g)]
      const isLarge = amounts.some(([, amount]) => Number(amount?.replaceAll(/[,.]/g, '')) >= 2 ** 31)
      if (isLarge && operation !== 'bind' && operation !== 'update') throw new TypeError('it is too large')
      return data
    }
  },
  'has room for 32 bits in amounts': (client) => {
    const usual = client.submission.bind(client)
    client.submission = () => {
      const given = JSON.parse(usual())
      return JSON.stringify({ ...given, revenue: Math.min(Number(given.revenue), 2 ** 31 - 1) })
    }
  },
  'takes half a document for a whole one': (client) => {
    const usual = client.wire.bind(client)
    client.wire = async (sent) => {
      try {
        return await usual(sent)
      } catch (error) {
        if (!/policy|proposal/.test(sent.operation)) throw error
        return { status: 200, headers: {}, body: Buffer.from('%PDF-1.7\n') }
      }
    }
  },
  'leaves out a document that breaks off, and says nothing of it': (client) => {
    const usual = client.save.bind(client)
    client.retries = (operation) => !/policy|proposal/.test(operation)
    client.save = async (...given) => {
      await usual(...given).catch(() => undefined)
    }
  },
  'loses a last line without a line end': reads((text) => text.slice(0, text.lastIndexOf('\n') + 1) || '{}'),
  'reads only JSON on many lines': reads((text) => (text.includes('\n') ? text : '{}')),
  'crashes at a decline behind a 5xx': (client) => crashesAtADecline(client, (attempts) => attempts > 1),
  'crashes at a long message of a decline': (client) =>
    crashesAtADecline(client, (_, message) => message.length > 255),
  'saves documents under the name that they suggest': (client) => {
    client.save = async (operation, id, file) => {
      const { body, headers } = await client.call(operation, id)
      const [, name = file] = /filename="(.+)"/.exec(String(headers['content-disposition'])) ?? []
      writeFileSync(join(client.folder, name), body)
    }
  },
  'writes the state from before its update': (client) => {
    const usual = client.update.bind(client)
    client.update = async (id, state) => {
      const now = await usual(id, state)
      client.note(state)
      return now
    }
  },
}
