import { describe, expect, test } from 'vitest'
import { type Change, diff, worst } from '../changes/index.ts'
import { loadSpec } from '../spec/index.ts'

const newest = await loadSpec()
const entries = newest.versions.toReversed()
const documents = await Promise.all(
  entries.map(async ({ id }) => ({ name: id, document: (await loadSpec({ version: id })).document })),
)

const between = (from: number, to: number): readonly Change[] => {
  const [old, now] = [documents[from], documents[to]]
  if (old === undefined || now === undefined) throw new Error('no such version')
  return diff(old, now)
}

const pairs = entries.flatMap((old, from) =>
  entries.slice(from + 1).map((now, more) => ({ old: old.id, now: now.id, from, to: from + 1 + more })),
)

test('there are 78 pairs of versions', () => {
  expect(pairs).toHaveLength(78)
})

test.each(pairs)('from $old to $now breaks exactly where the changelog says so', ({ from, to }) => {
  const announced = entries.slice(from + 1, to + 1).some(({ breaking }) => breaking)
  const broken = between(from, to).filter((change) => worst(change) === 'breaking')
  expect(broken.length > 0, JSON.stringify(broken)).toBe(announced)
})

describe('each entry shows in its own step', () => {
  const reported = entries.slice(1).map(({ id }, place) => ({
    id,
    changes: between(place, place + 1)
      .filter(({ kind }) => kind !== 'remark-changed')
      .map(({ kind, at, client, receiver }) => `${kind} ${at.split('/').at(-1)} ${client} ${receiver}`)
      .toSorted(),
  }))

  test('and nothing else does', () => {
    expect(Object.fromEntries(reported.map(({ id, changes }) => [id, changes]))).toMatchInlineSnapshot(`
      {
        "2025-11-17": [
          "operation-added get compatible none",
        ],
        "2025-12-08": [
          "server-added 0 compatible none",
        ],
        "2025-12-11": [
          "security-tightened security breaking none",
        ],
        "v1.10.0": [
          "property-added policy_fee compatible none",
          "required-added policy_fee compatible none",
        ],
        "v1.11.0": [
          "property-added reputational_harm_limit compatible none",
        ],
        "v1.12.1": [
          "property-added message compatible none",
        ],
        "v1.13.0": [],
        "v1.14.0": [
          "operation-added get compatible none",
          "operation-added post none compatible",
          "required-removed year_founded compatible none",
        ],
        "v1.14.2": [
          "operation-added get compatible none",
        ],
        "v1.6.0": [
          "form-shown post none breaking",
          "form-shown post none breaking",
          "form-shown post none breaking",
          "required-parameter-added EventId none compatible",
          "required-parameter-added EventSignature none compatible",
          "required-parameter-added EventTimestamp none compatible",
        ],
        "v1.8.0": [
          "alternative-added schema breaking none",
          "condition-changed QuoteRecord breaking none",
          "enum-value-added QuoteStatus breaking none",
          "enum-value-removed QuoteStatus compatible none",
          "form-shown 202 breaking none",
          "property-added policyId none compatible",
          "required-added policyId none compatible",
          "status-removed 2XX compatible none",
        ],
        "v1.9.0": [
          "operation-added get compatible none",
        ],
      }
    `)
  })
})
