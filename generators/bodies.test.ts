import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { mergePatch } from '../conformance/json/merge-patch.ts'
import { loadSpec, type Spec } from '../spec/index.ts'
import { caseAt, seedOf, shrinkCase } from './cases.ts'
import { bytesOf, hostileBody } from './hostile-body.ts'
import { malformedId } from './ids.ts'
import { broken, brokenBody, brokenRules, isInvalid } from './invalid.ts'
import { journeys } from './journeys/generate.ts'
import type { Journey } from './journeys/journey.ts'
import { jsonForm, written } from './json-form.ts'
import { amountForms, nearVariation } from './near.ts'
import { type Submission, uniqueSubmission } from './submission.ts'
import { naicsCodes, stateCodes } from './test-data.ts'
import { validUpdate } from './update.ts'
import { wideVariation } from './wide.ts'

const RUNS = { numRuns: 500, seed: 1 }

let spec: Spec
const base: Submission = {
  broker_email: 'pat.broker@example.com',
  insured_name: 'Maple Ridge Consulting LLC',
  insured_location: { address_line1: '120 Main Street', address_state: 'OH', address_zip: '43215' },
  claims: { claims_count: 0, claims_amount: 0 },
  effective_date: '2027-01-15',
  revenue: 2_500_000,
  naics: 541_611,
  question_highrisk: false,
  agg_limit: '1000000',
  retention: 10_000,
  website: { has_website: true, domainName: 'https://www.example.com' },
  insured_contact: { first_name: 'Jordan', last_name: 'Avery', email: 'jordan.avery@example.com' },
}

beforeAll(async () => {
  spec = await loadSpec()
})

const isValid = (body: unknown) => spec.validate('Submission', '', body).length === 0
const made = (patch: Submission) => uniqueSubmission(mergePatch(base, patch) as Submission, {}, 1)

describe('valid bodies', () => {
  test('are valid by the published schema, near the known-good one and far from it', () => {
    for (const variation of [nearVariation(base), wideVariation('2027-01-15')])
      fc.assert(
        fc.property(variation, ({ patch }) => isValid(made(patch))),
        RUNS,
      )
  })

  test('near the known-good one keep the value of every amount, date, place and industry', () => {
    const kept = ['broker_email', 'effective_date', 'naics', 'insured_location', 'claims'] as const
    fc.assert(
      fc.property(nearVariation(base), ({ patch }) => {
        const body = made(patch)
        expect(kept.map((field) => body[field])).toEqual(kept.map((field) => base[field]))
        for (const field of ['revenue', 'agg_limit', 'retention'] as const)
          expect(Number(body[field])).toBe(Number(base[field]))
      }),
      RUNS,
    )
  })

  test.each(['effective_date', 'revenue', 'agg_limit', 'retention', 'insured_contact', 'website'])(
    'are made of a known-good one whatever stands for %s',
    (field) => {
      for (const value of [undefined, null, 'lots', '1e999', '10000.50', 0.5, Number.NaN, -1, []]) {
        const odd = { ...base, [field]: value }
        for (const variation of [
          nearVariation(odd),
          amountForms(odd),
          wideVariation(String(odd.effective_date)),
        ])
          expect(() => fc.sample(variation, { numRuns: 5, seed: 7 })).not.toThrow()
        expect(() => uniqueSubmission(odd, {}, 7)).not.toThrow()
      }
    },
  )

  test('of updates are valid by the published schema', () => {
    fc.assert(
      fc.property(validUpdate({}), ({ patch }) => spec.validate('Update', '', patch).length === 0),
      RUNS,
    )
  })

  test('come in other texts of the same value', () => {
    fc.assert(
      fc.property(jsonForm, (form) => {
        expect(JSON.parse(written(base, form))).toEqual(base)
      }),
      RUNS,
    )
  })
})

describe('invalid bodies', () => {
  test.each(['Submission', 'Update'] as const)(
    'of %s are invalid, and so is whatever they shrink to',
    async (schema) => {
      const variation = schema === 'Submission' ? nearVariation(base) : validUpdate({})
      const arbitrary = brokenBody(brokenRules(spec, schema), variation)
      const textOf = ({ patch, breaks }: typeof arbitrary extends fc.Arbitrary<infer T> ? T : never) =>
        JSON.stringify(broken(schema === 'Submission' ? made(patch) : patch, breaks))
      for (let number = 0; number < 300; number++) {
        expect(isInvalid(spec, schema, textOf(caseAt(arbitrary, 1, number)))).toBe(true)
        if (number >= 30) continue
        const smaller: string[] = []
        const keep = async (input: Parameters<typeof textOf>[0]) => smaller.push(textOf(input)) > 0
        await shrinkCase(arbitrary, { seed: 1, number }, keep, 20)
        expect(smaller.filter((text) => !isInvalid(spec, schema, text))).toEqual([])
      }
    },
  )

  test('that must be refused are no JSON object in any reading', () => {
    fc.assert(
      fc.property(hostileBody(base), (hostile) => {
        fc.pre(hostile.refused)
        const body = bytesOf(hostile)
        let read: unknown
        try {
          read = JSON.parse(typeof body === 'string' ? body : Buffer.from(body).toString('utf8'))
        } catch {
          return
        }
        expect(typeof read !== 'object' || read === null || Array.isArray(read), hostile.label).toBe(true)
      }),
      RUNS,
    )
  })

  test('of ids are no uuid and stay in their place in a path', () => {
    const uuid = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i
    fc.assert(
      fc.property(malformedId, (id) => !uuid.test(id) && id !== '' && !/^\.+$|\//.test(id)),
      RUNS,
    )
  })
})

describe('cases', () => {
  test('follow from seed and number alone', () => {
    const arbitrary = wideVariation('2027-01-15')
    const one = Array.from({ length: 20 }, (_, number) => caseAt(arbitrary, 5, number))
    const backwards = Array.from({ length: 20 }, (_, number) => caseAt(arbitrary, 5, 19 - number)).reverse()
    expect(backwards).toEqual(one)
    expect(new Set(one.map((input) => JSON.stringify(input))).size).toBeGreaterThan(15)
    expect(new Set(Array.from({ length: 5000 }, (_, number) => seedOf(5, number))).size).toBe(5000)
  })

  test('of journeys survive being stored, and shrink to journeys', () => {
    const possible = {
      outcomes: ['ready_to_bind', 'underwriter_review'],
      actions: ['bind', 'rest', 'release'],
      partners: ['own', 'other'],
    } as const
    const arbitrary = journeys(possible)
    fc.assert(
      fc.property(arbitrary, (journey) => {
        expect(JSON.parse(JSON.stringify(journey))).toEqual(journey)
        for (const { value } of arbitrary.shrink(journey, undefined)) {
          const { steps, quotes } = value
          expect(steps.length).toBeGreaterThan(0)
          // Each keeps its outcome, or has the usual one.
          const plainer = (outcome: string | undefined) => [outcome, 'ready_to_bind']
          expect(quotes).toHaveLength(journey.quotes.length)
          for (const [place, { outcome }] of quotes.entries())
            expect(plainer(journey.quotes[place]?.outcome)).toContain(outcome)
        }
      }),
      { ...RUNS, numRuns: 100 },
    )
  })

  test('of journeys shrink to the one step that is broken', async () => {
    const possible = {
      outcomes: ['ready_to_bind'],
      actions: ['bind', 'rest', 'status', 'policy'],
      partners: ['own'],
    } as const
    const arbitrary = journeys(possible)
    const binds = ({ steps }: { steps: readonly { action: string }[] }) =>
      steps.some(({ action }) => action === 'bind')
    const number =
      Array.from({ length: 50 }, (_, at) => at).find((at) => binds(caseAt(arbitrary, 1, at))) ?? 0
    let smallest = caseAt(arbitrary, 1, number)
    await shrinkCase(
      arbitrary,
      { seed: 1, number },
      async (input) => {
        if (!binds(input)) return false
        smallest = input
        return true
      },
      80,
    )
    expect(smallest.steps).toEqual([{ quote: expect.any(Number), action: 'bind', immediate: false }])
  })
})

test('a journey of many steps shrinks to those that are broken, of a plain quote, within the tries there are', async () => {
  const arbitrary = journeys({ outcomes: ['ready_to_bind'], actions: ['bind'], partners: ['own'] })
  const actions = [
    'listen',
    'hold-rating',
    'documents',
    'update',
    'bind',
    'rest',
    'release',
    'status',
  ] as const
  const many = [...actions, ...actions, ...actions].map((action) => ({ quote: 0, action, immediate: false }))
  const written = {
    quotes: [{ outcome: 'ready_to_bind', key: 'secondary', forms: ['apostrophe', 'with-claims'] }],
    steps: [...many, { quote: 0, action: 'rotate', immediate: false }],
    requests: ['other-language', 'spaced-bodies'],
  } as const
  let smallest: Journey = written
  let tried = 0
  await shrinkCase(
    arbitrary,
    { seed: 1, number: 0, written: { input: written } },
    async (input) => {
      tried += 1
      const done = input.steps.map(({ action }) => action)
      if (!done.includes('rotate') || done.filter((one) => one === 'update').length < 2) return false
      smallest = input
      return true
    },
    80,
  )
  expect(tried).toBeLessThan(80)
  expect(smallest.quotes).toEqual([{ outcome: 'ready_to_bind' }])
  expect(smallest.steps.map(({ action }) => action)).toEqual(['update', 'update', 'rotate'])
})

test('codes of states and industries are what they are called, each once', () => {
  expect(stateCodes.every((code) => /^[A-Z]{2}$/.test(code))).toBe(true)
  expect(new Set(stateCodes).size).toBe(59)
  expect(naicsCodes.every((code) => Number.isInteger(code) && code >= 111_110 && code <= 928_120)).toBe(true)
  expect(new Set(naicsCodes).size).toBe(naicsCodes.length)
})
