import { describe, expect, test } from 'vitest'
import { loadSpec } from '../../../../../spec/index.ts'
import { differencesFrom } from './index.ts'

const newest = await loadSpec()
const specs = new Map(
  await Promise.all(newest.versions.map(async ({ id }) => [id, await loadSpec({ version: id })] as const)),
)
const specOf = (version: string) => specs.get(version) ?? newest
const versions = newest.versions.map(({ id }) => id)

describe('a description of a version', () => {
  test.each(versions.flatMap((judged) => specOf(judged).laterDocuments.map((later) => ({ judged, later }))))(
    'agrees with $judged when it is newer and breaks nothing',
    ({ judged, later }) => {
      expect(differencesFrom(specOf(judged), later)).toEqual([])
    },
  )

  test.each([
    ['v1.6.0', 'v1.8.0', /ready_to_bind/],
    ['v1.13.0', 'v1.14.0', /year_founded optional/],
    ['v1.14.0', 'v1.6.0', /as one of pending, published/],
  ])('of %s contradicts %s', (described, judged, expected) => {
    expect(differencesFrom(specOf(judged), specOf(described).document)).toContainEqual(
      expect.objectContaining({ kind: 'contradiction', expected: expect.stringMatching(expected) }),
    )
  })

  test('of a mixed kind is right where a newer version would be', () => {
    const judged = specOf('v1.12.1')
    const { components, ...document } = judged.document as { components: { schemas: Record<string, object> } }
    const schemas = { ...components.schemas, Submission: { ...components.schemas.Submission, required: [] } }
    const found = differencesFrom(judged, { ...document, components: { ...components, schemas } })
    expect(found.map(({ expected }) => expected)).not.toContainEqual(expect.stringMatching(/year_founded/))
    expect(found.map(({ expected }) => expected)).toContainEqual(
      expect.stringMatching(/broker_email required/),
    )
  })
})
