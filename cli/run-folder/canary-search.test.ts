import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { platformSide } from '../../sides/platform/side.ts'
import { searchForCanaries } from './canary-search.ts'

const canaries = platformSide.canaries?.(7) ?? []
const canary = canaries[0] ?? ''

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'canaries-'))
  writeFileSync(join(folder, 'report.json'), '{"said":"[redacted]"}')
})
afterEach(() => rmSync(folder, { recursive: true }))

test.each<[string, string]>([
  ['as it is', canary],
  ['in JSON in JSON', JSON.stringify(JSON.stringify({ canary }))],
  ['in a URL', `/?a=${encodeURIComponent(canary)}`],
  ['in a form', new URLSearchParams({ canary }).toString()],
  ['in basic authentication', Buffer.from(`name:${canary}`).toString('base64')],
  ['in base64url', Buffer.from(canary).toString('base64url')],
  ['in hexadecimal', Buffer.from(canary).toString('hex')],
])('a canary %s is found, and its file is taken away', (_, text) => {
  const deep = join(folder, 'allure-results', 'deep')
  mkdirSync(deep, { recursive: true })
  writeFileSync(join(deep, 'file.txt'), `before ${text} after`)
  expect(searchForCanaries(folder, '', canaries)).toMatch(/deep\/file\.txt/)
  expect(existsSync(join(deep, 'file.txt'))).toBe(false)
  expect(existsSync(join(folder, 'report.json'))).toBe(true)
})

test('one that a page has packed is found', () => {
  const base64 = gzipSync(JSON.stringify([canary])).toString('base64')
  writeFileSync(join(folder, 'report.html'), `<script type="text/plain" id="packed-s0">${base64}</script>`)
  expect(searchForCanaries(folder, '', canaries)).toMatch(/report\.html/)
})

test('one that was printed is found', () => {
  expect(searchForCanaries(folder, `curl ${canary}`, canaries)).toMatch(/what was printed/)
})

test('nothing is said where there is none', () => {
  expect(searchForCanaries(folder, 'verdict: conformant', canaries)).toBeUndefined()
})

test('what is not of the run is neither read nor taken away, and a link that leads nowhere is no obstacle', () => {
  symlinkSync(join(folder, 'nowhere'), join(folder, 'link'))
  mkdirSync(join(folder, 'notes'))
  writeFileSync(join(folder, 'notes', 'mine.txt'), canary)
  expect(searchForCanaries(folder, '', canaries)).toBeUndefined()
  expect(existsSync(join(folder, 'notes', 'mine.txt'))).toBe(true)
})
