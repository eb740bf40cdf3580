import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Alarms } from './alarms.ts'
import { openJournal } from './journal.ts'
import type { Kill } from './kills.ts'

const killed: Kill = {
  mutant: 'ajar',
  says: 'The door is left ajar',
  missed: [],
  killedBy: { 'doors-close': ['house/doors'] },
  shownBy: { 'doors-close': ['house/doors'] },
  undeclared: [],
  stale: [],
}
const survivor: Kill = { ...killed, mutant: 'locked', missed: ['doors-open'] }
const right: Alarms = { variants: ['sliding'], falseAlarms: {}, cutOff: {}, observed: {}, passed: [] }
const wronged: Alarms = { ...right, variants: ['glass'], falseAlarms: { 'doors-close': ['house/doors'] } }

let folder: string
let file: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'journal-'))
  file = join(folder, 'judged.jsonl')
})
afterEach(() => rmSync(folder, { recursive: true }))

const keep = (): void => {
  const journal = openJournal(file, false)
  for (const one of [killed, survivor, right, wronged]) journal.add(one)
}

test('a proof that goes on judges only what was not as it had to be', () => {
  keep()
  expect(openJournal(file, true).known).toEqual([killed, right])
})

test('a proof that begins anew knows nothing, and keeps nothing of an earlier one', () => {
  keep()
  expect(openJournal(file, false).known).toEqual([])
  expect(readFileSync(file, 'utf8')).toBe('')
})

test('a line that was cut off is judged again', () => {
  openJournal(file, false).add(killed)
  appendFileSync(file, '{"mutant":"half')
  const journal = openJournal(file, true)
  expect(journal.known).toEqual([killed])
  journal.add(right)
  expect(openJournal(file, true).known).toEqual([killed, right])
})

test('a line in the middle that is no JSON is not passed over', () => {
  openJournal(file, false).add(killed)
  appendFileSync(file, 'half a line\n')
  expect(() => openJournal(file, true)).toThrow(SyntaxError)
})
