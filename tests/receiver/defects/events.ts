import { type Defect, joined, json, objecting, typeIs } from './defect.ts'

/** Ignores an event that was overtaken by a newer one, as an outdated state. */
function leavingOlderAside(): Defect['changes'] {
  const newest = new Map<unknown, string>()
  return {
    work({ body }, process) {
      const { timestamp, data } = json(body)
      const { quoteId } = data as Record<string, unknown>
      const [at, latest] = [String(timestamp), newest.get(quoteId)]
      if (quoteId !== undefined && latest !== undefined && at < latest) return
      newest.set(quoteId, at)
      process()
    },
  }
}

/** Defects in choosing events to accept, and in telling them apart. */
export const eventDefects: Readonly<Record<string, Defect>> = {
  'wants a UUID for an Event-ID': {
    changes: objecting(({ id }) => !/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id)),
    in: 'deliveries/events',
    finds: ['receiver-accepts-any-event-id'],
  },
  'signs over the Event-ID in small letters': {
    changes: {
      signed: ({ id, timestamp, body }) => joined(`${id.toLowerCase()}.${timestamp}.`, body),
    },
    in: 'deliveries/events',
    finds: ['receiver-accepts-any-event-id'],
  },
  'wants milliseconds': {
    changes: objecting(({ timestamp }) => !/\.\d{3}/.test(timestamp)),
    in: 'deliveries/events',
    finds: ['receiver-accepts-whole-seconds'],
  },
  'wants six digits of a fraction at most': {
    changes: objecting(({ timestamp }) => /\.\d{7}/.test(timestamp)),
    in: 'deliveries/events',
    finds: ['receiver-accepts-whole-seconds'],
  },
  'wants header and body of one minute': {
    changes: objecting(
      ({ timestamp, body }) => Date.parse(timestamp) - Date.parse(String(json(body).timestamp)) > 60_000,
    ),
    in: 'deliveries/events',
    finds: ['receiver-accepts-differing-timestamps'],
  },
  'wants an event of the last five minutes': {
    changes: objecting(({ body }) => Date.now() - Date.parse(String(json(body).timestamp)) > 300_000),
    in: 'deliveries/events',
    finds: ['receiver-accepts-differing-timestamps'],
  },
  'does not know brokers': {
    changes: objecting(typeIs('broker.added')),
    in: 'deliveries/events',
    finds: ['receiver-accepts-broker-added'],
  },
  'does not know proposals': {
    changes: objecting(typeIs('quote.proposalReady')),
    in: 'deliveries/events',
    finds: ['receiver-accepts-proposal-ready'],
  },
  'fails at policies': {
    changes: { objects: (got) => (typeIs('policy.created')(got) ? 500 : undefined) },
    in: 'deliveries/events',
    finds: ['receiver-accepts-policy-created'],
  },
  'drops policies after its answer': {
    changes: { work: (got, process) => (typeIs('policy.created')(got) ? undefined : process()) },
    in: 'deliveries/events',
    finds: ['receiver-processes-each-event'],
  },
  'leaves aside what is older than the newest of its quote': {
    changes: leavingOlderAside(),
    in: 'deliveries/events',
    finds: ['receiver-processes-each-event'],
  },
  'tells events apart by their bodies': {
    changes: { identity: ({ body }) => body.toString('base64') },
    in: 'deliveries/events',
    finds: ['receiver-processes-distinct-events-alike'],
  },
  'tells events apart by the beginning of their ids': {
    changes: { identity: ({ id }) => id.slice(0, 12) },
    in: 'deliveries/events',
    finds: ['receiver-processes-distinct-events-alike'],
  },
  'looks for a last name in the customer of a policy': {
    changes: {
      objects({ body }) {
        const { type, data } = json(body) as { type: string; data: { customer?: { name: string } } }
        return type === 'policy.created' && !data.customer?.name.includes(' ') ? 500 : undefined
      },
    },
    in: 'deliveries/content',
    finds: ['receiver-accepts-texts-of-any-form'],
  },
}
