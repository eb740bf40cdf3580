import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { passed } from '../conformance/verdict.ts'
import { check, events } from './fakes.ts'
import { jsonlWriter, readEvents } from './jsonl.ts'

let folder: string
let file: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'jsonl-'))
  file = join(folder, 'results.jsonl')
})
afterEach(() => rmSync(folder, { recursive: true }))

const some = events({ requirements: [['one', '4', 'must']], checks: [check('one', 'must', passed())] })

test('each event is a whole line as soon as it is added', () => {
  const writer = jsonlWriter(file)
  writer.add(some[0] as (typeof some)[0])
  expect(readFileSync(file, 'utf8')).toBe(`${JSON.stringify(some[0])}\n`)
  writer.close()
})

test('what was written is read back, and replaces an older run', () => {
  writeFileSync(file, 'old\n')
  const writer = jsonlWriter(file)
  for (const event of some) writer.add(event)
  writer.close()
  expect(readEvents(file)).toEqual(some)
})

test('a last line that was cut off is left out', () => {
  writeFileSync(file, some.map((event) => `${JSON.stringify(event)}\n`).join(''))
  appendFileSync(file, '{"type":"scenario-fin')
  expect(readEvents(file)).toEqual(some)
})

test.each([
  [
    'a broken line in the middle',
    `${JSON.stringify(some[0])}\n{"type\n${JSON.stringify(some[1])}\n`,
    /line 2/,
  ],
  ['a file without a start', `${JSON.stringify(some[1])}\n`, /does not begin/],
  ['an empty file', '', /does not begin/],
])('%s is refused', (_, text, message) => {
  writeFileSync(file, text)
  expect(() => readEvents(file)).toThrow(message)
})
