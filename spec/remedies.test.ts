import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { glob } from '../conformance/glob.ts'
import { loadSpec } from './index.ts'
import { adviceOn, type StatusOrFailure } from './remedies.ts'

interface Found {
  readonly requirement: string
  readonly at?: string
  readonly form?: true
  readonly answered?: StatusOrFailure
  readonly advice?: string
}

const spec = await loadSpec()
const file = new URL('../test-data/advice.yaml', import.meta.url)
const findings = parse(readFileSync(file, 'utf8')) as readonly Found[]

const adviceFor = ({ requirement, answered, ...finding }: Found) =>
  adviceOn(spec.requirement(requirement), finding, answered, spec.remedies)

test.each(findings.map((found) => [found.requirement, found.at, found.answered, found] as const))(
  '%s at %s with %s has the advice that fits',
  (_requirement, _at, _answered, found) => {
    expect(adviceFor(found)?.slice(0, found.advice?.length)).toBe(found.advice)
  },
)

test('every piece of advice is for one of these findings', () => {
  const given = new Set(findings.map(adviceFor))
  expect(spec.remedies.filter(({ advice }) => !given.has(advice))).toEqual([])
})

test('every row is for requirements that there are', () => {
  const ids = spec.requirements.flatMap(({ id, level }) => (level === 'observe' ? [] : [id]))
  const patterns = spec.remedies.flatMap((row) => row.for)
  expect(patterns.filter((pattern) => !ids.some(glob(pattern)))).toEqual([])
})

test('advice is one sentence, or a few short ones, of at most 25 words each', () => {
  const all = [
    ...spec.remedies.map(({ advice }) => advice),
    ...spec.requirements.flatMap(({ remedy }) => remedy ?? []),
  ]
  const words = all.flatMap((advice) => advice.split(/[.:] /).map((sentence) => sentence.split(' ').length))
  expect(Math.max(...words)).toBeLessThanOrEqual(25)
})
