import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { failed, passed } from '../../conformance/verdict.ts'
import { check, events } from '../../reporters/fakes.ts'
import { makeReport, weigh } from '../../reporters/index.ts'
import { runRecordOf } from '../../reporters/record.ts'
import { fakeIo } from '../fake-io.ts'
import { readBaseline } from '../finished-runs/baseline.ts'
import { baselineCommand } from './baseline.ts'

const folder = mkdtempSync(join(tmpdir(), 'baseline-'))
afterAll(() => rmSync(folder, { recursive: true }))
const out = join(folder, 'baseline.yaml')
const breach = failed({ expected: '202 # not 200', observed: '200', at: 'status' })
const requirements = [
  ['one', '4', 'must'],
  ['two', '4', 'must'],
  ['lost', '6', 'must'],
] as const
const written = (name: string, checks: readonly ReturnType<typeof check>[]) => {
  const run = events({ requirements, checks })
  const place = mkdtempSync(join(folder, name))
  writeFileSync(join(place, 'results.jsonl'), run.map((event) => `${JSON.stringify(event)}\n`).join(''))
  return { place, report: makeReport(runRecordOf(run)) }
}
const broken = written('broken', [check('one', 'must', breach), check('two', 'must', breach)])
const whole = written('whole', [check('lost', 'must', passed())])

test('a run gets an entry for each cause and each loss, and everything in it is known then', () => {
  const io = fakeIo()
  expect(baselineCommand(broken.place, { out, since: whole.place }, io)).toBe(0)
  expect(io.printed.out).toContain('2 known failures; 2 without a reason yet')
  expect(io.printed.out).toContain(`${out}: 2 known failures`)
  expect(io.printed.out).toContain(`then judge with --baseline ${out}`)
  expect(readFileSync(out, 'utf8')).toMatch(/# expected 202 # not 200, observed 200\n +- requirement: one\n/)
  const baseline = readBaseline(out)
  expect(baseline.map(({ requirement }) => requirement)).toEqual(['one', 'lost'])
  expect(weigh(broken.report, baseline)).toEqual({ unknown: [], known: ['one', 'two'], stale: [] })
})

test('reasons that were given stay, and entries that no longer fail go', () => {
  const given = readFileSync(out, 'utf8').replace('not given yet', 'a fix is on its way')
  writeFileSync(out, given)
  baselineCommand(broken.place, { out }, fakeIo())
  expect(readBaseline(out)).toEqual([
    { requirement: 'one', cause: expect.stringMatching(/^[0-9a-f]{8}$/), reason: 'a fix is on its way' },
  ])
  baselineCommand(whole.place, { out }, fakeIo())
  expect(readBaseline(out)).toEqual([])
})

test('a file that is no baseline is not written over', () => {
  writeFileSync(out, 'mine: true\n')
  expect(() => baselineCommand(broken.place, { out }, fakeIo())).toThrow('--baseline')
  expect(readFileSync(out, 'utf8')).toBe('mine: true\n')
})
