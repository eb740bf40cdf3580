import { createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { type Behaviour, type Got, SECRETS } from './fake.ts'
import { judgeFake } from './judge.ts'

const ACCEPTS = 'receiver-accepts-quote-created'

const judged = async (changes: Partial<Behaviour>) => {
  const got: Got[] = []
  const report = await judgeFake(
    {
      ...changes,
      dies(one) {
        got.push(one)
        return undefined
      },
    },
    [],
  )
  const { verdict } = report.requirements.find(({ id }) => id === ACCEPTS) ?? {}
  const remedies = (report.causes ?? []).flatMap(({ remedies: own = [] }) => own)
  return { report, verdict, remedies, deliveries: got.length }
}

/** Verifies the body as a library writes it. */
const writtenAnew = (write: (value: object) => string): Partial<Behaviour> => ({
  matches: (given, _, { id, timestamp, body }) => {
    const text = `${id}.${timestamp}.${write(JSON.parse(body.toString('utf8')))}`
    return given === createHmac('sha256', SECRETS.own).update(text).digest('hex')
  },
})
const byKey = ([one]: [string, unknown], [other]: [string, unknown]) => (one < other ? -1 : 1)
const sorted = (value: unknown): unknown =>
  typeof value !== 'object' || value === null || Array.isArray(value)
    ? value
    : Object.fromEntries(
        Object.entries(value)
          .sort(byKey)
          .map(([key, one]) => [key, sorted(one)] as const),
      )
const blanks = (value: object) =>
  JSON.stringify(value)
    .replaceAll('":', '": ')
    .replaceAll(/(["}\]]),"/g, '$1, "')

describe('a receiver that refuses the first delivery', () => {
  test.each<[string, Partial<Behaviour>, RegExp]>([
    [
      'since its secret is another one',
      { secrets: [SECRETS.strange] },
      /^a wrong signature gets the same answer/,
    ],
    [
      'since it signs another string',
      { signed: ({ body }) => body },
      /compare receiver\.signing_secret and the string that is signed/,
    ],
    ['since it writes the body anew with blanks', writtenAnew(blanks), /anew before.*blank after each colon/],
    [
      'since it writes the body anew with sorted keys',
      writtenAnew((value) => JSON.stringify(sorted(value))),
      /anew before.*alphabetical order/,
    ],
    [
      'since it wants one time for the event and its attempt',
      {
        verifies: (got, check) =>
          check(got) && JSON.parse(got.body.toString('utf8')).timestamp === got.timestamp,
      },
      /the Timestamp has to equal the timestamp in the body/,
    ],
    [
      'since its clock is behind',
      { verifies: (got, check) => check(got) && Date.parse(got.timestamp) < Date.now() - 5000 },
      /the Timestamp is too new for the clock/,
    ],
    [
      'since it takes another brokerage only',
      { objects: () => 403 },
      /^the signature is right, but the event/,
    ],
    [
      'by an error of its own',
      { objects: () => 500 },
      /^the signature is right, but the receiver met an error/,
    ],
  ])('%s is reported so after five more', async (_, changes, why) => {
    const { report, verdict, remedies, deliveries } = await judged(changes)
    expect([verdict, report.verdict, deliveries]).toEqual(['failed', 'non-conformant', 6])
    expect(remedies).toEqual([expect.stringMatching(why)])
    expect(report.end).toMatchObject({ how: 'broken', cause: 'target' })
  })
})

describe('an address without a receiver', () => {
  test.each([301, 302, 307, 308, 404, 405, 410])(
    'that answers %d is a mistake of the profile, after one delivery',
    async (status) => {
      const { report, verdict, deliveries } = await judged({
        first: () => status,
        write: (response) => void response.writeHead(status, { location: '/login' }).end(),
      })
      expect([verdict, report.verdict, deliveries]).toEqual(['not-exercised', 'incomplete', 1])
      expect(report.end).toMatchObject({
        ...{ how: 'broken', cause: 'profile' },
        why: expect.stringMatching(/^receiver\.url: the first delivery was answered \d+: to \/login$/),
      })
    },
  )
})
