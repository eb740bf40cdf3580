import { type Defect, json, objecting, over, verifying } from './defect.ts'

const PARTS = 'forgeries/parts'

/** Defects of the signed text, and of the treatment of the body before. */
export const partDefects: Readonly<Record<string, Defect>> = {
  'leaves the Event-ID out of the signature': {
    changes: verifying((got, check) => check(got) || got.id.startsWith('evt-')),
    in: PARTS,
    finds: ['receiver-refuses-changed-event-id'],
  },
  'takes any Timestamp of today': {
    changes: verifying((got, check) => {
      const minute = Date.parse(got.timestamp)
      const near = [1000, -60_000, 240_000].map((ms) => new Date(minute - ms).toISOString())
      return check(got) || near.some((timestamp) => check({ ...got, timestamp }))
    }),
    in: PARTS,
    finds: ['receiver-refuses-changed-timestamp'],
  },
  'normalises the Timestamp': {
    changes: verifying((got, check) => {
      const time = Date.parse(got.timestamp)
      return !Number.isNaN(time) && check({ ...got, timestamp: new Date(time).toISOString() })
    }),
    in: PARTS,
    finds: ['receiver-refuses-changed-timestamp'],
  },
  'takes a missing Event-ID': {
    changes: verifying((got, check) => got.id === '' || check(got)),
    in: PARTS,
    finds: ['receiver-refuses-missing-event-id'],
  },
  'takes a missing Timestamp': {
    changes: verifying((got, check) => got.timestamp === '' || check(got)),
    in: PARTS,
    finds: ['receiver-refuses-missing-timestamp'],
  },
  'verifies the body without blanks around it': {
    changes: over((body) => body.toString('utf8').trim()),
    in: PARTS,
    finds: ['receiver-refuses-changed-body'],
  },
  'verifies what a parser makes of the body': {
    changes: over((body) => (body.length === 0 ? body : JSON.stringify(json(body)))),
    in: 'deliveries/raw-body',
    finds: [
      'receiver-verifies-other-whitespace',
      'receiver-verifies-escapes',
      'receiver-verifies-number-spellings',
    ],
  },
  'verifies the body with its keys sorted': {
    changes: over((body) => JSON.stringify(Object.fromEntries(Object.entries(json(body)).sort().reverse()))),
    in: 'deliveries/first',
    finds: ['receiver-accepts-quote-created'],
  },
  'decodes the body as Latin-1': {
    changes: over((body) => Buffer.from(body.toString('latin1'), 'utf8')),
    in: 'deliveries/raw-body',
    finds: ['receiver-verifies-non-ascii'],
  },
  'composes letters': {
    changes: over((body) => body.toString('utf8').normalize('NFC')),
    in: 'deliveries/raw-body',
    finds: ['receiver-verifies-non-ascii'],
  },
  'reads no more than a kilobyte': {
    changes: over((body) => body.subarray(0, 1024)),
    in: 'deliveries/raw-body',
    finds: ['receiver-verifies-other-whitespace'],
  },
  'stumbles over separators of lines': {
    changes: objecting(({ body }) => /[\u2028\u2029]/.test(body.toString('utf8'))),
    in: 'generated/content',
    finds: ['receiver-accepts-varied-content'],
  },
  'looks for the same day of the next month': {
    changes: objecting((got) => {
      const { requestedDate } = json(got.body).data as Record<string, unknown>
      const day = new Date(`${requestedDate}T00:00:00Z`)
      const month = day.getUTCMonth()
      day.setUTCMonth(month + 1)
      return day.getUTCMonth() > month + 1
    }),
    in: 'generated/content',
    finds: ['receiver-accepts-varied-content'],
  },
}
