import { expect, test } from 'vitest'
import { countsOf, sharedNames, sizesOf } from './count.ts'

const FILES = [
  {
    path: 'suites/platform/a.ts',
    text: 'interface Trace {}\nexport const reasonOf = 1\nexport type RetryTrace = 1\n',
  },
  { path: 'suites/platform/a.test.ts', text: 'cannotTell()\n' },
  { path: 'model/b.ts', text: 'export function reasonOf() {}\n' },
  { path: 'targets/sandbox/mutants/c.ts', text: 'one\ntwo' },
  {
    path: 'suites/platform/d.ts',
    text: "return cutOff('x') ?? cannotTell('y')\nthrow new CannotTell('z')\n",
  },
  { path: 'tests/e.ts', text: 'export const reasonOf = 2\n' },
  { path: 'test-data/f.json', text: '{}\n' },
  { path: 'test-data/g.ts', text: 'one\n' },
]

test('lines and files are counted by part', () => {
  expect(sizesOf(FILES)).toEqual([
    { part: 'whole', files: 6, lines: 10 },
    { part: 'suites/platform and model', files: 3, lines: 6 },
    { part: 'mutants', files: 1, lines: 2 },
    { part: 'tests', files: 2, lines: 2 },
  ])
})

test('a name that two files of the program export has two meanings', () => {
  expect([...sharedNames(FILES)]).toEqual([['reasonOf', ['suites/platform/a.ts', 'model/b.ts']]])
})

test('types called Trace and reasons are counted in the suite of the platform only', () => {
  expect(countsOf(FILES)).toEqual({ 'types called Trace': 2, 'reasons why nothing can be said': 3 })
})
