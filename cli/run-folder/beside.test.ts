import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { reportsBeside } from './beside.ts'

const folder = mkdtempSync(join(tmpdir(), 'beside-'))
afterAll(() => rmSync(folder, { recursive: true }))

test('reports beside a run are read, and what is none is passed over', () => {
  const write = (name: string, text: string) => {
    mkdirSync(join(folder, name))
    writeFileSync(join(folder, name, 'report.json'), text)
  }
  const report = { startedAt: 'then', target: {}, summary: {}, requirements: [] }
  write('own', JSON.stringify(report))
  write('one', JSON.stringify(report))
  write('torn', '{"startedAt":')
  write('strange', JSON.stringify({ ...report, requirements: [null] }))
  mkdirSync(join(folder, 'empty'))
  expect(reportsBeside(join(folder, 'own'))).toEqual([{ folder: 'one', report }])
})

test('beside a folder that is not there is nothing', () => {
  expect(reportsBeside(join(folder, 'none', 'own'))).toEqual([])
})
