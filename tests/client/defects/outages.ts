import { type Operation, Refused } from '../messages.ts'
import { type Defect, defect, warned, withHeaders, without } from './defect.ts'

/** Sends some requests only once. */
const never = (
  scenario: string,
  when: (operation: Operation, status: number | undefined, html: boolean) => boolean,
) =>
  defect(scenario, 'client-retries-5xx', (client) => {
    client.retries = (operation, status, got) =>
      status === undefined ||
      !when(operation, status, String(got?.headers['content-type']).startsWith('text/html'))
  })

/** Sends some requests only once, from a step on. */
const neverAfter = (scenario: string, step: 'on409' | 'renew' | 'bind', operations: readonly Operation[]) =>
  defect(scenario, 'client-retries-5xx', (client) => {
    const usual = client[step].bind(client) as (id: string) => Promise<void>
    let isAfter = false
    Object.assign(client, {
      [step]: (id: string) => {
        isAfter = true
        return usual(id)
      },
    })
    client.retries = (operation) => !isAfter || !operations.includes(operation)
  })

/** Defects in handling faults of servers and networks. */
export const outageDefects: Readonly<Record<string, Defect>> = {
  'tries nothing again': never('outages/once-1', () => true),
  'tries reads again only': never('outages/once-1', (operation) => !/status|policy|proposal/.test(operation)),
  'tries everything again but the token': never('outages/once-1', (operation) => operation === 'token'),
  'tries everything again but the bind': never('outages/once-2', (operation) => operation === 'bind'),
  'tries everything again but the update': never('outages/once-2', (operation) => operation === 'update'),
  'tries everything again but documents': never(
    'outages/once-3',
    (operation) => operation === 'quote-proposal',
  ),
  'tries 503 again only': never('outages/once-1', (_, status) => status !== 503),
  'tries all but 504 again': never('outages/once-3', (_, status) => status === 504),
  'tries again by a list of statuses': never(
    'outages/once-1',
    (_, status) => ![500, 502, 503, 504].includes(Number(status)),
  ),
  'gives up at a page of HTML': never('outages/once-3', (_, __, html) => html),
  'cannot read a date in Retry-After': defect('outages/once-1', 'client-retries-5xx', (client) => {
    client.retries = (_, __, got) => !/GMT/.test(String(got?.headers['retry-after']))
  }),
  'ends at a lost connection': warned(
    'connections/lost-before',
    'client-survives-a-lost-connection',
    (client) => {
      client.retries = (_, status) => status !== undefined
    },
  ),
  'ends at a lost connection of a bind': warned(
    'connections/lost-before',
    'client-survives-a-lost-connection',
    (client) => {
      client.retries = (operation, status) => status !== undefined || operation !== 'bind'
    },
  ),
  'ends at a 5xx of a proposal that was not ready': neverAfter('outages/after-refusals', 'on409', [
    'quote-proposal',
  ]),
  'tries no submission again that was refused with 401': neverAfter('outages/after-refusals', 'renew', [
    'submit',
  ]),
  'tries the second token only once': neverAfter('outages/later', 'renew', ['token']),
  'tries no poll again after the bind': neverAfter('outages/later', 'bind', ['status']),
  'ends at a 401 after a 5xx': defect('outages/before-refusals', 'client-renews-after-401', (client) => {
    client.retries = () => {
      client.most401 = 0
      return true
    }
  }),
  'ends at a refused token once a proposal was not ready': defect(
    'journeys/generated',
    'client-renews-after-401',
    (client) => {
      const usual = client.on409.bind(client)
      client.on409 = () => {
        client.most401 = 0
        return usual()
      }
    },
  ),
  'waits for no proposal once a 5xx came': defect(
    'documents/proposal-long-after-trouble',
    'client-waits-on-409',
    (client) => {
      let isBroken = false
      client.retries = () => {
        isBroken = true
        return true
      }
      const usual = client.on409.bind(client)
      client.on409 = async () => {
        if (!isBroken) await usual()
      }
    },
  ),
  'sends a submission again that is refused behind a 5xx': defect(
    'outcomes/generated-refusals',
    'client-does-not-retry-400',
    (client) => {
      let isBroken = false
      client.retries = () => {
        isBroken = true
        return true
      }
      const usual = client.wire.bind(client)
      client.wire = async (sent) => {
        const got = await usual(sent)
        return isBroken && got.status === 400 ? usual(sent) : got
      }
    },
  ),
  'needs the terms of a declined or reviewed quote': defect(
    'outcomes/generated',
    'client-writes-its-result',
    (client) => {
      const usual = client.read.bind(client)
      client.read = (envelope, operation) => {
        const record = usual(envelope, operation)
        const isSettled = !['pending', undefined].includes(record.quote_status)
        if (isSettled && !('policy_term' in record)) throw new Error('a quote without terms')
        return record
      }
    },
  ),
  'sends a poll without the key after the bind, where a 5xx came before it': defect(
    'journeys/generated',
    'client-sends-the-integration-key',
    (client) => {
      let isBroken = false
      client.retries = (operation) => {
        isBroken ||= operation === 'submit'
        return true
      }
      let isBound = false
      const usual = client.bind.bind(client)
      client.bind = async (id) => {
        await usual(id)
        isBound = true
      }
      withHeaders(client, (headers, operation) =>
        isBroken && isBound && operation === 'status' ? without(headers, 'x-integration-key') : headers,
      )
    },
  ),
  'takes half a document for a whole one': defect(
    'connections/cut-documents',
    'client-saves-the-policy',
    (client) => {
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
  ),
  'leaves out a document that breaks off, and says nothing of it': defect(
    'connections/cut-documents',
    'client-reports-what-it-could-not-do',
    (client) => {
      const usual = client.save.bind(client)
      client.retries = (operation) => !/policy|proposal/.test(operation)
      client.save = async (...given) => {
        await usual(...given).catch(() => undefined)
      }
    },
  ),
  'binds a quote that its update took to a review': defect(
    'journeys/reviewed-again',
    'client-bind-only-when-ready',
    (client) => {
      client.bindsIn = ['ready_to_bind', 'underwriter_review']
    },
  ),
  'takes a 409 behind a lost connection for the end': defect(
    'connections/lost-before-a-409',
    'client-waits-on-409',
    (client) => {
      const [usual, wait] = [client.wire.bind(client), client.on409.bind(client)]
      let isLost = false
      client.wire = (sent) =>
        usual(sent).catch((error: unknown) => {
          isLost = true
          throw error
        })
      client.on409 = () => (isLost ? Promise.reject(new Refused('409')) : wait())
    },
  ),
  'sends again what is refused behind a lost connection': defect(
    'outcomes/refused-after-a-lost-connection',
    'client-does-not-retry-400',
    (client) => {
      const usual = client.wire.bind(client)
      let isLost = false
      client.wire = async (sent) => {
        try {
          const got = await usual(sent)
          return isLost && got.status === 400 ? await usual(sent) : got
        } catch (error) {
          isLost = true
          throw error
        }
      }
    },
  ),
  'asks again for a proposal that is refused behind a 409': defect(
    'outcomes/refused-proposal',
    'client-does-not-retry-400',
    (client) => {
      const usual = client.wire.bind(client)
      let isMet = false
      client.wire = async (sent) => {
        const got = await usual(sent)
        isMet ||= got.status === 409
        return isMet && got.status === 400 ? usual(sent) : got
      }
    },
  ),
}
