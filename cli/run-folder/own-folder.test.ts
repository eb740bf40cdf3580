import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ownFolder } from './own-folder.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'own-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const at = (name: string) => join(folder, name)

test.each(['junit.xml', 'report.json', 'results.jsonl'])('a %s that is not from a run stays', (name) => {
  writeFileSync(at(name), 'of somebody else')
  expect(() => ownFolder(folder)).toThrow(`holds ${name}, which is not from a run`)
  expect(readFileSync(at(name), 'utf8')).toBe('of somebody else')
  expect(existsSync(at('.lock'))).toBe(false)
})

test.each(['allure-results', 'counterexamples'])('a folder %s that is not from a run stays', (name) => {
  mkdirSync(at(name))
  expect(() => ownFolder(folder)).toThrow('which is not from a run')
  expect(existsSync(at(name))).toBe(true)
})

test('other files in the folder are nobody’s business', () => {
  writeFileSync(at('notes.txt'), 'mine')
  ownFolder(folder).release()
  expect(readFileSync(at('notes.txt'), 'utf8')).toBe('mine')
})

test.each(['', '{"type":"run-started","seed":7}\n'])(
  'the folder of an earlier run is taken again',
  (text) => {
    writeFileSync(at('results.jsonl'), text)
    writeFileSync(at('junit.xml'), '')
    expect(() => ownFolder(folder).release()).not.toThrow()
  },
)

test('nothing is written through a symbolic link, whether it leads somewhere or not', () => {
  writeFileSync(at('results.jsonl'), '')
  symlinkSync(at('elsewhere'), at('report.html'))
  expect(() => ownFolder(folder)).toThrow('holds a symbolic link report.html')
  symlinkSync(at('nowhere'), at('dangling'))
  expect(() => ownFolder(at('dangling'))).toThrow('a broken link')
})

test.runIf(existsSync('/proc'))('a file system that takes no folders is reported, at once', () => {
  expect(() => ownFolder('/proc/x/y')).toThrow('/proc takes no folders')
})

test('a folder is held against other processes until it is released', () => {
  // The parent process of a test lives as long as the test.
  writeFileSync(at('.lock'), String(process.ppid))
  expect(() => ownFolder(folder)).toThrow(`in use by the process ${process.ppid}`)
  writeFileSync(at('.lock'), 'no number')
  const own = ownFolder(folder)
  expect(readFileSync(at('.lock'), 'utf8')).toBe(String(process.pid))
  own.release()
  expect(existsSync(at('.lock'))).toBe(false)
})
