import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { testFolder } from '../../conformance/testing.ts'
import { isDue, keptIn, refusePartOverWhole, refuseWithoutPast, withHistory } from './history.ts'
import { manyPage } from './page.ts'

const DAY = 86_400_000
const result = (code: number) => ({ name: 'a', profile: 'p/a.yaml', code, reason: '<b>', certified: false })
const good = withHistory(result(0), 'conformant', 0, undefined)
const bad = withHistory(result(1), 'non-conformant', 10 * DAY, good)

test('a result is kept with those before it, of which the oldest are forgotten', () => {
  expect(bad.history.map(({ code, word }) => [code, word])).toEqual([
    [0, 'conformant'],
    [1, 'non-conformant'],
  ])
  const many = Array.from({ length: 20 }).reduce<typeof bad>(
    (before) => withHistory(result(0), 'x', 0, before),
    bad,
  )
  expect(many.history).toHaveLength(12)
})

test.each([
  [{}, [true, true, true]],
  [{ failedOnly: true }, [true, false, true]],
  [{ staleMs: 20 * DAY }, [true, true, false]],
  [{ failedOnly: true, staleMs: 30 * DAY }, [true, false, true]],
])('with %j never judged, conformant, and failed later are judged: %j', (due, judged) => {
  expect([undefined, good, bad].map((before) => isDue(due, before, { now: 25 * DAY }))).toEqual(judged)
})

test('the result of a part does not stand for the whole, nor for another part', () => {
  const part = { ...good, selection: ['--only', '6'] }
  const due = (selection: readonly string[]) => isDue({ failedOnly: true }, part, { now: DAY, selection })
  expect([due([]), due(['--only', '7']), due(['--only', '6'])]).toEqual([true, true, false])
})

test('what an earlier one left is read, that of an older version as long ago, and nothing where there is none', () => {
  const folder = testFolder()
  expect(keptIn(folder).size).toBe(0)
  expect(() => refuseWithoutPast({ failedOnly: true }, keptIn(folder))).toThrow('--failed-only needs')
  expect(() => refuseWithoutPast({ staleMs: 1 }, keptIn(folder))).toThrow('--stale needs')
  writeFileSync(join(folder, 'summary.json'), JSON.stringify({ profiles: [result(1)], leftOut: [] }))
  const kept = keptIn(folder)
  refuseWithoutPast({ failedOnly: true }, kept)
  expect(isDue({ staleMs: 30 * DAY }, kept.get('a'), { now: Date.UTC(2026, 0) })).toBe(true)
})

test('the page has a link to each report, the earlier results, and no markup of a target', () => {
  const html = manyPage([{ ...bad, verdict: 'non-conformant' }], [{ file: 'p/<i>', reason: 'a folder' }])
  expect(html).toContain('<a href="a/report.html">a</a>')
  expect(html).toMatch(/1970-01-01T00:00:00.000Z: conformant">✓.*1970-01-11T00:00:00.000Z: non-conformant">✗/)
  expect(html).toContain('&lt;b&gt;')
  expect(html).not.toMatch(/<b>|<i>/)
  expect(manyPage([good], [])).not.toContain('<a ')
})

test('a part replaces no whole result, and a whole replaces anything', () => {
  const [part, kept] = [['--only', '6'], new Map([['a', good]])]
  const judging = (selection: readonly string[], before: typeof kept) => () =>
    refusePartOverWhole('out', [{ name: 'a', selection }], before)
  expect(judging(part, kept)).toThrow(
    '--out out holds the whole result of a, which --only would replace with a part: it should be another folder',
  )
  for (const free of [
    judging([], kept),
    judging(part, new Map()),
    judging(part, new Map([['a', { ...good, selection: part }]])),
  ])
    expect(free).not.toThrow()
})
