import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { valueAt } from '../../conformance/json/pointer.ts'
import { accepts } from '../../pact/accept/accepts.ts'
import { checkPact } from '../../pact/index.ts'
import { pactOf } from '../../pact/read/pact.ts'
import { ruleOf } from '../../pact/read/rule.ts'
import { loadSpec } from '../../spec/index.ts'
import { fileOf } from './corpus.ts'
import { askLibrary, type Question } from './library.ts'

/** Letters with a meaning in some tool, and the others. */
const LETTERS = [...'GyYuMLDdqQwWFEecahHkKmsSnANxXZOzV']
const OTHER_LETTERS = [...'BCIJPRTUbfgijloprtv']
const RUNS = [1, 2, 3, 4, 5]

const dateRule = (format: string) => ({ match: 'date', format })

/** Texts of which each letter accepts some: at the bounds of numbers, and all forms of names and offsets. */
const TEXTS = [
  ...[
    '',
    '0',
    '00',
    '1',
    '01',
    '001',
    '4',
    '5',
    '7',
    '8',
    '11',
    '12',
    '13',
    '23',
    '24',
    '25',
    '31',
    '32',
    '56',
    '57',
  ],
  ...['59', '60', '61', '123', '356', '357', '2027', '12345', '123456', '1234567', '123456789', '1234567890'],
  ...[
    'Jan',
    'may',
    'MAY',
    'January',
    'Fri',
    'friday',
    'am',
    'PM',
    'AD',
    'bc',
    'Q1',
    'q4',
    'Q5',
    '1st quarter',
  ],
  ...[
    'Z',
    'z',
    '+01',
    '-01',
    '+0130',
    '+01:30',
    '+01:00:30',
    '+010030',
    '+12:00',
    '+-01',
    '1',
    'GMT',
    'UTC',
    'EST',
  ],
  ...['GMT+1', 'GMT+01:30', 'UTC-01:30', 'Europe/Paris', 'Europe/Nowhere', 'T', '-', ' ', 'x'],
]

/** Whole formats, with signs that stand for themselves, texts in apostrophes, and what no tool or only Java can read. */
const FORMATS = [
  ...[
    'yyyy-MM-dd',
    'YYYY-MM-DD',
    'uuuu-MM-dd',
    'y-M-d',
    'yy-MM-dd',
    'dd/MM/yyyy',
    'MM/dd/yyyy',
    'yyyyMMdd',
    'yyyy-DDD',
  ],
  ...[
    'yyyy-MM-ddTHH:mm:ss',
    "yyyy-MM-dd'T'HH:mm:ss",
    "yyyy-MM-dd'T'HH:mm:ssXXX",
    "yyyy-MM-dd'T'HH:mm:ss.SSSX",
  ],
  ...[
    "yyyy-MM-dd'T'HH:mm:ss.SSS'Z'",
    "yyyy-MM-dd'T'hh:mm:ss.SSSXXX",
    "yyyy-MM-dd'T'kk:mm:ss.SSSX",
    "yyyy-MM-dd'T'HH:mm",
  ],
  ...[
    "yyyy-MM-dd'T'HH:mm:ss.SSSSSSXXX",
    "yyyy-MM-dd'T'HH:mm:ss[.SSS]XXX",
    'yyyy-MM-dd[ HH:mm]',
    'yyyy-MM-dd 00:00',
  ],
  ...[
    '{yyyy}',
    'yyyy#MM',
    "yyyy''MM",
    "'o''clock'",
    "''",
    "'",
    "'T",
    "'T'''",
    'MMM d, yyyy',
    'EEE, dd MMM yyyy HH:mm:ss z',
  ],
  ...[
    'yyyy-MM-dd HH:mm:ss',
    'yyyy.MM.dd',
    'yyyy-MM',
    'MM-dd',
    'iso8601',
    'YYYY-MM-DDTHH:mm:ss.SSSZ',
    '%Y-%m-%d',
    '',
  ],
]

const MOMENTS = [
  ...[
    '2027-06-01',
    '2027-02-29',
    '2028-02-29',
    '2027-13-01',
    '27-06-01',
    '01/06/2027',
    '20270601',
    '2027-152',
    '2027-06',
  ],
  ...[
    '2027-06-01T14:30:00',
    '2027-06-01T12:00:00',
    '2027-06-01T14:30:00Z',
    '2027-06-01T14:30:00.000Z',
    '06-31',
  ],
  ...[
    '2027-06-01T14:30:00.123+02:00',
    '2027-06-01T14:30:00.123456+02:00',
    '2027-06-01T24:00:00.000Z',
    '2027-06-01T14:30',
  ],
  ...[
    '2027-06-01 14:30:00',
    '2027-06-01 14:30',
    '2027-06-01 00:00',
    '{2027}',
    '2027#06',
    "2027'06",
    "o'clock",
    "'",
    'T',
    "T'",
  ],
  ...[
    'Jun 1, 2027',
    'Tue, 01 Jun 2027 14:30:00 GMT',
    '2027.06.01',
    '2027-6-1',
    '',
    '2027-06-01T02:30:00.000Z',
  ],
]

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

interface Constructs {
  readonly expressions: readonly string[]
  readonly texts: readonly string[]
}

const constructs = Object.values(
  parse(readFileSync(resolve('test-data/pact/expressions.yaml'), 'utf8')) as Readonly<
    Record<string, Constructs>
  >,
)

const crossed = <Matcher extends Question['matcher']>(
  matchers: readonly Matcher[],
  values: readonly unknown[],
) => matchers.flatMap((matcher) => values.map((value): Question => ({ matcher, value })))

const questions: Readonly<Record<string, readonly Question[]>> = {
  letters: crossed(
    LETTERS.flatMap((letter) => RUNS.map((length) => dateRule(letter.repeat(length)))),
    TEXTS,
  ),
  'letters that cannot be read': crossed(
    [...LETTERS.map((letter) => letter.repeat(RUNS.length + 1)), ...OTHER_LETTERS].map(dateRule),
    ['', '1', '123456', 'T', 'Z', 'Mon', '2027'],
  ),
  formats: crossed(
    FORMATS.map((format) => ({ match: 'datetime', format })),
    MOMENTS,
  ),
  expressions: constructs.flatMap(({ expressions, texts }) =>
    crossed(
      expressions.map((regex) => ({ match: 'regex', regex })),
      [...texts, 5, true],
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
    library = await askLibrary(asked)
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
      ...FORMATS.map((format) => ({ match: 'datetime', format })),
      ...constructs.flatMap(({ expressions }) => expressions.map((regex) => ({ match: 'regex', regex }))),
    ].map((matcher) => ({ path, samples, matcher })),
  )

  test('is what the library makes of the values that right platforms send, or open', async () => {
    const spec = await loadSpec()
    const accepted = await askLibrary(
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
