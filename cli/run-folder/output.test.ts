import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { passed } from '../../conformance/verdict.ts'
import { check, events } from '../../reporters/fakes.ts'
import { reportCommand } from '../commands/report.ts'
import { fakeIo } from '../fake-io.ts'
import { defaultFolder, openOutput } from './output.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'output-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const some = events({ requirements: [['one', '4', 'must']], checks: [check('one', 'must', passed())] })
const read = (name: string) => readFileSync(join(folder, name), 'utf8')

test('a run leaves its events and the reports made from them', () => {
  const output = openOutput(folder)
  for (const event of some) output.add(event)
  expect(output.finish().report.verdict).toBe('conformant')
  expect(JSON.parse(read('report.json'))).toMatchObject({ verdict: 'conformant', summary: { passed: 1 } })
  expect(read('junit.xml')).toContain('<testcase')
  expect(read('results.jsonl').trimEnd().split('\n')).toHaveLength(some.length)
})

test('the verdict of an older run is gone as soon as a new one begins', () => {
  writeFileSync(join(folder, 'results.jsonl'), '')
  writeFileSync(join(folder, 'report.json'), '{"verdict":"conformant"}')
  openOutput(folder)
  expect(existsSync(join(folder, 'report.json'))).toBe(false)
})

test('an older run is kept below the new one, and the one before that goes', () => {
  const leave = () => {
    const output = openOutput(folder)
    for (const event of some) output.add(event)
    output.finish()
    return output.earlier
  }
  expect(leave()).toBeUndefined()
  const first = read('results.jsonl')
  expect(leave()).toBe(join(folder, 'earlier'))
  expect(read('earlier/results.jsonl')).toBe(first)
  expect(read('earlier/report.json')).toContain('"conformant"')
  leave()
  expect(existsSync(join(folder, 'earlier', 'earlier'))).toBe(false)
})

test('reports that go to the folder of another run leave that run below them', async () => {
  for (const place of [folder, join(folder, 'other')]) {
    const output = openOutput(place)
    for (const event of some) output.add(event)
    output.finish()
  }
  const io = fakeIo()
  const options = { suite: { name: 'quote-conformance', version: '0.0.0' }, out: join(folder, 'other') }
  expect(await reportCommand([folder], options, io)).toBe(0)
  expect(io.printed.err).toMatch(/^the earlier run in .*other is kept in .*earlier\n$/)
  expect(read('other/earlier/report.json')).toContain('"conformant"')
  expect(read('other/results.jsonl')).toBe(read('results.jsonl'))
})

test('a folder of somebody else in the place of the older run stays', () => {
  writeFileSync(join(folder, 'results.jsonl'), '{"type":"run-started"}\n')
  mkdirSync(join(folder, 'earlier'))
  expect(() => openOutput(folder)).toThrow('holds earlier, which is not from a run')
  expect(existsSync(join(folder, 'results.jsonl'))).toBe(true)
})

test('a place that is no folder is refused by name', () => {
  writeFileSync(join(folder, 'file'), '')
  expect(() => openOutput(join(folder, 'file'))).toThrow(/--out .*file cannot be written/)
})

test('the reports of a killed run are made again from what it left, and it is incomplete', async () => {
  const output = openOutput(folder)
  for (const event of some.slice(0, -1)) output.add(event)
  const io = fakeIo()
  expect(await reportCommand([folder], { suite: { name: 'quote-conformance', version: '0.0.0' } }, io)).toBe(
    3,
  )
  expect(JSON.parse(read('report.json'))).toMatchObject({ verdict: 'incomplete', summary: { passed: 1 } })
  expect(io.printed.out).toMatch(/verdict: incomplete: the run was killed/)
})

test('reports that are made again take away what an earlier judgement left', async () => {
  const output = openOutput(folder)
  for (const event of some) output.add(event)
  output.finish()
  mkdirSync(join(folder, 'reproductions'))
  writeFileSync(join(folder, 'reproductions', 'mended.sh'), '')
  await reportCommand([folder], { suite: { name: 'quote-conformance', version: '0.0.0' } }, fakeIo())
  expect(existsSync(join(folder, 'reproductions', 'mended.sh'))).toBe(false)
})

test('the default folder is named after the time', () => {
  expect(defaultFolder(Date.UTC(2026, 2, 4, 5, 6, 7))).toBe(join('reports', '2026-03-04T05-06-07Z'))
})
