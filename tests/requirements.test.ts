import { globSync, readFileSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Requirement } from '../conformance/requirement.ts'
import type { Suite } from '../conformance/scenario.ts'
import { sides } from '../sides/index.ts'
import { loadSpec, type Spec } from '../spec/index.ts'
import { inRooms } from './rooms.ts'

let spec: Spec
let suites: readonly Suite<unknown, Spec>[]
let claimed: ReadonlySet<string>
let judged: readonly Requirement[]

beforeAll(async () => {
  spec = await loadSpec()
  suites = await Promise.all(sides.map(async ({ load }) => (await load()).suite(spec)))
  claimed = new Set(
    suites.flatMap(({ scenarios, standing }) => [
      ...scenarios.flatMap(({ claims }) => claims.map(({ requirement }) => requirement)),
      ...standing.map(({ requirement }) => requirement),
    ]),
  )
  judged = spec.requirements.filter(({ excluded, judgedBy }) => (excluded ?? judgedBy) === undefined)
})

describe('every requirement', () => {
  test('is judged by a claim or by other rows, or excluded with a reason', () => {
    expect(judged.map(({ id }) => id).filter((id) => !claimed.has(id))).toEqual([])
  })

  test('that is claimed is one that is to be judged', () => {
    const known = new Set(judged.map(({ id }) => id))
    expect([...claimed].filter((id) => !known.has(id))).toEqual([])
  })

  test.each(['exempt', 'shows'] as const)(
    'that a scenario names in %s is judged by a standing claim',
    (list) => {
      const standing = new Set(
        suites.flatMap((suite) => suite.standing.map(({ requirement }) => requirement)),
      )
      const named = suites.flatMap(({ scenarios }) => scenarios.flatMap((one) => one[list] ?? []))
      expect(named.length).toBeGreaterThan(0)
      expect(named.filter((id) => !standing.has(id))).toEqual([])
    },
  )
})

describe('readings', () => {
  /** R38 says how Pact files are judged; no requirement of the tables is about them. */
  const ELSEWHERE = ['R38']
  const paragraphs = [...readFileSync('docs/reference/readings.md', 'utf8').matchAll(/^\*\*(R\d+)\./gm)].map(
    ([, mark]) => mark,
  )
  const named = () => new Set(spec.requirements.flatMap(({ readings = [] }) => readings))

  test('that rows name have a paragraph in docs/reference/readings.md', () => {
    expect([...named()].filter((mark) => !paragraphs.includes(mark))).toEqual([])
  })

  test('about a judgement are named by a row', () => {
    expect(paragraphs.filter((mark) => !named().has(mark ?? ''))).toEqual(ELSEWHERE)
  })
})

describe('titles', () => {
  test('of requirements and scenarios state facts', () => {
    const titles = [...spec.requirements, ...suites.flatMap(({ scenarios }) => scenarios)].map(
      ({ title }) => title,
    )
    expect(titles.filter((title) => /\bshould\b|\.$|^\s|\s$/.test(title) || title.length > 120)).toEqual([])
  })

  test('of requirements are told apart', () => {
    const titles = spec.requirements.map(({ title }) => title)
    expect(titles.filter((title, index) => titles.indexOf(title) !== index)).toEqual([])
  })

  test('of tests state facts', () => {
    const found = globSync(inRooms('**/*.test.ts', 'tests')).flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/\btest\(\s*'([^']*)'/g)].map(
        (match) => `${file}: ${match[1]}`,
      ),
    )
    expect(found.length).toBeGreaterThan(100)
    expect(found.filter((title) => /\bshould\b/.test(title))).toEqual([])
  })
})

describe('scenarios', () => {
  test('have ids of room and name, each once', () => {
    const ids = suites.flatMap(({ scenarios }) => scenarios.map(({ id }) => id))
    expect(ids.filter((id) => !/^[a-z]+\/[a-z0-9-]+$/.test(id))).toEqual([])
    expect(new Set(ids).size).toBe(ids.length)
  })
})
