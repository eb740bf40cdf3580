import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { valueAt } from '../../conformance/json/pointer.ts'
import { accepts } from '../../pact/accept/accepts.ts'
import { checkPact } from '../../pact/index.ts'
import { pactOf } from '../../pact/read/pact.ts'
import { ruleOf } from '../../pact/read/rule.ts'
import { startVerifier } from '../../pact/verify/verifier.ts'
import { loadSpec } from '../../spec/index.ts'
import { fileOf } from './corpus.ts'
import { askLibrary, type Question } from './library.ts'

/** Letters with a meaning in some tool, and the others. */
const LETTERS = [...'GyYuMLDdqQwWFEecahHkKmsSnANxXZOzV']
const OTHER_LETTERS = [...'BCIJPRTUbfgijloprtv']
const RUNS = [1, 2, 3, 4, 5]

const dateRule = (format: string) => ({ match: 'date', format })

/** Rules about other things than texts. */
const OTHERS = [
  'type',
  'integer',
  'decimal',
  'number',
  'boolean',
  'null',
  'date',
  'time',
  'timestamp',
  'datetime',
]
const VALUES = [
  0,
  5,
  -1,
  12.5,
  '5',
  'text',
  '',
  true,
  false,
  null,
  '2027-06-01',
  '12:00:00',
  '2027-06-01T12:00:00Z',
]

/** Its process is started once, since that takes longer than most questions. */
const verifier = startVerifier()
afterAll(() => verifier.close())

interface Formats {
  readonly texts: readonly string[]
  readonly formats: readonly string[]
  readonly moments: readonly string[]
}

interface Constructs {
  readonly expressions: readonly string[]
  readonly texts: readonly string[]
}

const read = <Data>(name: string) =>
  parse(readFileSync(resolve(`test-data/pact/${name}.yaml`), 'utf8')) as Data

const { texts, formats, moments } = read<Formats>('formats')
const constructs = Object.values(read<Readonly<Record<string, Constructs>>>('expressions'))

const crossed = <Matcher extends Question['matcher']>(
  matchers: readonly Matcher[],
  values: readonly unknown[],
) => matchers.flatMap((matcher) => values.map((value): Question => ({ matcher, value })))

const questions: Readonly<Record<string, readonly Question[]>> = {
  letters: crossed(
    LETTERS.flatMap((letter) => RUNS.map((length) => dateRule(letter.repeat(length)))),
    texts,
  ),
  'letters that cannot be read': crossed(
    [...LETTERS.map((letter) => letter.repeat(RUNS.length + 1)), ...OTHER_LETTERS].map(dateRule),
    ['', '1', '123456', 'T', 'Z', 'Mon', '2027'],
  ),
  formats: crossed(
    formats.map((format) => ({ match: 'datetime', format })),
    moments,
  ),
  expressions: constructs.flatMap(({ expressions, texts: own }) =>
    crossed(
      expressions.map((regex) => ({ match: 'regex', regex })),
      [...own, 5, true],
    ),
  ),
  others: crossed(
    OTHERS.map((match) => ({ match })),
    VALUES,
  ),
}

describe.each(Object.entries(questions))('of %s', (_, asked) => {
  let library: readonly boolean[] = []
  beforeAll(async () => {
    library = await askLibrary(verifier, asked)
  })

  test('the check accepts the same values as the library that verifies', () => {
    const differing = asked.flatMap(({ matcher, value }, index) => {
      const rule = ruleOf(matcher)
      if (rule === undefined) throw new Error(`no rule ${JSON.stringify(matcher)}`)
      const own = accepts({ example: 'an example', rules: [rule], combine: 'and' }, value, 'whole')
      return own === library[index] ? [] : [{ matcher, value, library: library[index] }]
    })
    expect(differing).toEqual([])
  })

  test('the library accepts some and refuses some', () => {
    expect(new Set(library)).toEqual(new Set([true, false]))
  })
})

/** Fields of a quote, whose valid values the samples are. */
const FIELDS = [
  { path: ['policy_term', 'premium_only'], samples: ['$0.00', '$5.50', '$1,000,000.00'] },
  { path: ['policy_term', 'effective_date'], samples: ['2027-01-15', '2028-02-29', '2031-12-31'] },
  { path: ['created_at'], samples: ['2026-11-20T12:00:00.000Z', '2028-02-29T23:59:59.999Z'] },
] as const

describe('the verdict on a file', () => {
  const asked = FIELDS.flatMap(({ path, samples }) =>
    [
      ...formats.map((format) => ({ match: 'datetime', format })),
      ...constructs.flatMap(({ expressions }) => expressions.map((regex) => ({ match: 'regex', regex }))),
    ].map((matcher) => ({ path, samples, matcher })),
  )

  test('is what the library makes of the values that right platforms send, or open', async () => {
    const spec = await loadSpec()
    const accepted = await askLibrary(
      verifier,
      asked.flatMap(({ samples, matcher }) => samples.map((value) => ({ matcher, value }))),
    )
    let at = 0
    const verdicts = await Promise.all(
      asked.map(async ({ path, samples, matcher }) => {
        const own = accepted.slice(at, at + samples.length)
        at += samples.length
        const library = own.every(Boolean) ? 'right' : own.some(Boolean) ? 'open' : 'failed'
        const pointer = `/response/matchingRules/body/$.data.${path.join('.')}`
        const { json } = fileOf({ id: '', base: 'v3', at: 3, set: { [pointer]: { matchers: [matcher] } } })
        const file = { ...json, interactions: [valueAt(json, '/interactions/3')] }
        const { interactions } = await checkPact(pactOf(file, 'file'), spec, async () => [])
        return { matcher, path, library, verdict: interactions[0]?.verdict }
      }),
    )
    expect(verdicts.filter(({ library, verdict }) => verdict !== library && verdict !== 'open')).toEqual([])
    expect(new Set(verdicts.map(({ verdict }) => verdict))).toEqual(new Set(['right', 'open', 'failed']))
  })
})
