import { beforeAll, describe, expect, test } from 'vitest'
import { loadSpec } from '../../spec/index.ts'
import { type RecordedLedger, readRecordings } from '../../traffic/recording/index.ts'
import { judged, outcomes, written } from './judged.ts'
import { type HarEntry, harOf, recordSession, type Session } from './session.ts'

let session: Session

beforeAll(async () => {
  session = await recordSession()
})

const copy = (): HarEntry[] => structuredClone(session.entries)

describe('a file that is no recording', () => {
  test.each([
    ['a profile', 'name: partner\nbase_url: https://example.com\n'],
    ['an empty file', ''],
    ['other JSON', '{"openapi":"3.1.0","paths":{}}'],
    ['a list', '[1,2,3]'],
    ['bytes', '\u0000\u0001\u0002'],
  ])('is refused in one line: %s', async (_, text) => {
    const { code, err, out } = await judged([written(text)])
    expect(code).toBe(2)
    expect(err).toMatch(/is no HAR file, no results\.jsonl and no traffic\.jsonl .*\n$/)
    expect(out).toBe('')
  })

  test('is refused where it does not exist', async () => {
    const { code, err } = await judged(['no-such-file.har'])
    expect(code).toBe(2)
    expect(err).toContain('no-such-file.har cannot be read')
  })

  test('is refused where it is JSON up to some entry only', async () => {
    const text = harOf(session.entries).replace('"request"', 'request')
    const { code, err } = await judged([written(text)])
    expect(code).toBe(2)
    expect(err).toContain('is no valid JSON after')
  })

  test('is refused where a kind has another name', async () => {
    const { code, err } = await judged([written(harOf(copy()))], { whole: 'request' })
    expect(code).toBe(2)
    expect(err).toContain("--whole names 'request': it should be some of requests,deliveries,operator")
  })

  test('is refused where a line of a run is none', async () => {
    const { code, err } = await judged([written('{"type":"run-started"}\nnonsense\n{}\n', 'results.jsonl')])
    expect(code).toBe(2)
    expect(err).toContain('line 2 of')
  })
})

test('a file that was cut off is judged up to there, and ends with 3', async () => {
  const text = harOf(copy())
  const { code, out } = await judged([written(text.slice(0, text.length / 2))])
  expect(out).toContain('ends in the middle of an entry')
  expect(out).toContain('no breach in what was recorded')
  expect(code).toBe(3)
})

test('a file with a byte order mark is read', async () => {
  expect((await judged([written(`\ufeff${harOf(copy())}`)])).code).toBe(0)
})

test('a recording with nothing of the quote API says so, and ends with 3', async () => {
  const { code, out } = await judged([written(harOf([]))])
  expect(out).toContain('verdict: nothing of the quote API was recorded')
  expect(code).toBe(3)
})

test('traffic of other APIs is left out and counted, also where its paths are alike', async () => {
  const other = (path: string): HarEntry => ({
    ...structuredClone(session.entries[4] as HarEntry),
    request: { method: 'GET', url: `https://shop.example/${path}`, headers: [] },
    response: { status: 200, headers: [], content: { text: '{"status":"shipped"}' } },
  })
  const entries = [...copy(), other('status/4711'), other('basket'), other('submit')]
  const { code, out } = await judged([written(harOf(entries))])
  expect(out).toContain('left out: 3 requests to other addresses')
  expect(code).toBe(0)
})

test('two platforms in one file are judged apart', async () => {
  const second = await recordSession({ seed: 7 })
  const { code, out } = await judged([written(harOf([...copy(), ...second.entries]))], { whole: 'requests' })
  expect(out).toContain('there are 2 platforms: each is judged apart')
  expect(code).toBe(0)
})

test('where the clock of a file is set back, no order is concluded across it', async () => {
  const entries = copy()
  for (const entry of entries.slice(entries.length / 2))
    entry.startedDateTime = new Date(Date.parse(entry.startedDateTime ?? '') - 86_400_000).toISOString()
  const { code, out } = await judged([written(harOf(entries))], { whole: 'requests,operator' })
  expect(out).toContain('was set back 1 times')
  expect(code).toBe(0)
})

test('a recording that is longer than what is kept at once is judged in parts', async () => {
  const spec = await loadSpec()
  const ledgers: RecordedLedger[] = []
  const files = [written(harOf(copy()))]
  const facts = await readRecordings({ files, spec, mostKept: 20_000, whole: ['requests'] }, (one) =>
    ledgers.push(one),
  )
  expect(ledgers.length).toBeGreaterThan(2)
  expect(ledgers.every(({ ledger }) => ledger.whole?.length === 0)).toBe(true)
  expect(facts.notes.join()).toContain('judged in')
  const exchanges = ledgers.flatMap(({ ledger }) => ledger.exchanges)
  expect(exchanges.length).toBeGreaterThan(session.entries.length / 2)
})

test.each([
  [50, 'failed'],
  [5000, 'passed'],
])('a read of %i ms and a later one that shows an earlier state: %s', async (elapsed, verdict) => {
  const entries = copy()
  const reads = entries.filter(({ request }) => request.method === 'GET' && request.url.includes('/status/'))
  const late = reads.find(({ response }) => String(response.content.text).includes('"issued"'))
  const early = reads[0]
  if (early === undefined || late === undefined) throw new TypeError('the quote was read')
  // It began after and shows the first state. The other read may have been under way still.
  early.startedDateTime = new Date(Date.parse(late.startedDateTime ?? '') + 100).toISOString()
  late.time = elapsed
  const inOrder = entries.flatMap((one) => (one === early ? [] : one === late ? [late, early] : [one]))
  const seen = await outcomes([written(harOf(inOrder))])
  expect(seen.get('issued-is-final')).toBe(verdict)
})
