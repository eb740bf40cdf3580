import { expect, test } from 'vitest'
import { styleFor } from '../../reporters/index.ts'
import { withHistory } from './history.ts'
import type { Certified } from './judge.ts'
import { manyPage } from './page.ts'
import { manyJunit, manyMarkdown, manyText } from './summary.ts'

const all: readonly Certified[] = [
  {
    name: 'right',
    profile: 'p/right.yaml',
    side: 'receiver',
    code: 0,
    verdict: 'conformant',
    reason: '70 passed',
    certified: true,
  },
  {
    name: 'wrong',
    profile: 'p/wrong.yaml',
    side: 'client',
    code: 1,
    verdict: 'non-conformant',
    reason: '<b>|\u001b[2J',
    certified: false,
  },
  { name: 'broken', profile: 'p/broken.yaml', code: 2, reason: 'p/broken.yaml: url', certified: false },
  {
    name: 'killed',
    profile: 'p/killed.yaml',
    side: 'client',
    code: 3,
    reason: 'its process ended with 3',
    certified: false,
  },
]

test('the terminal has a line for each, in which nothing of a target acts', () => {
  const lines = manyText({ all, leftOut: [] }, styleFor(false)).split('\n')
  expect(lines[0]).toBe('✓ right   conformant: 70 passed; certificate.json')
  expect(lines[1]).toBe('✗ wrong   non-conformant: <b>|\\x1b[2J')
  expect(lines[2]).toContain('profile wrong')
  expect(lines[3]).toContain('not finished')
  expect(lines).toContain('1 of 4 conformant')
})

test('where certificates were asked for, who conforms and has none is reported', () => {
  const [right] = all
  const bare = { ...right, certified: false } as Certified
  const lines = manyText({ all: [...all, bare], leftOut: [] }, styleFor(false), true).split('\n')
  expect(lines[0]).toMatch(/; certificate.json$/)
  expect(lines[4]).toMatch(/; no certificate$/)
  expect(lines).toContain('2 of 5 conformant, 1 certified')
  const why = { ...bare, noCertificate: 'a shard left something out' }
  expect(manyText({ all: [why], leftOut: [] }, styleFor(false), true)).toContain(
    '; no certificate: a shard left something out',
  )
})

test('the page of a job has a row for each, and no markup of a target', () => {
  const text = manyMarkdown({ all, leftOut: [] })
  expect(text.trim().split('\n')).toHaveLength(6)
  expect(text).not.toContain('<b>')
})

test('JUnit tells failures from what could not be judged', () => {
  const xml = manyJunit({ all, leftOut: [] }, 2.5)
  expect(xml).toContain('tests="4" failures="1" errors="2" skipped="0" time="2.5"')
  expect(xml).toContain('&lt;b&gt;')
})

test('what was left out is in every summary, and counts neither as right nor as wrong', () => {
  const many = { all, leftOut: [{ file: 'p/sub', reason: 'a folder' }] }
  const lines = manyText(many, styleFor(false)).split('\n')
  expect(lines[4]).toBe('- p/sub  left out: a folder')
  expect(lines).toContain('1 of 4 conformant, 1 left out')
  expect(manyMarkdown(many).trim().split('\n')).toHaveLength(7)
  expect(manyJunit(many, 1)).toMatch(
    /tests="5" failures="1" errors="2" skipped="1".*name="p\/sub".*<skipped message="a folder"\/>/s,
  )
})

test('who failed has the first cause and the name in the profile, and a part is not called conformant', () => {
  const [right, wrong] = all as [Certified, Certified]
  const named = { ...wrong, title: 'Acme', reason: '1 failed', cause: 'x: expected 2xx, observed 500' }
  const part = {
    ...right,
    certified: false,
    selection: ['--only', '6'],
    noCertificate: 'only a part was judged: --only 6',
  }
  const text = manyText({ all: [named, part], leftOut: [] }, styleFor(false))
  expect(text).toContain('✗ Acme (wrong)  non-conformant: 1 failed; first: x: expected 2xx, observed 500\n')
  expect(text).toContain(
    '- right         conformant in a part: 70 passed; no certificate: only a part was judged: --only 6\n',
  )
  expect(text).toContain('\n0 of 2 conformant, 1 conformant in a part\n')
  const html = manyPage(
    [named, part].map((one) => withHistory(one, 'x', 0, undefined)),
    [],
  )
  expect(html).toContain('<h1>0 of 2 conformant</h1>')
  expect(html).toContain('Acme (wrong)')
  expect(html).toMatch(/class="part">conformant in a part<.*no certificate: only a part was judged/s)
})
