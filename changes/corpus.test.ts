import { expect, describe as group, test } from 'vitest'
import { mergePatch } from '../conformance/json/merge-patch.ts'
import type { JsonObject } from '../conformance/json/object.ts'
import type { Effect } from './change.ts'
import { changesOf, documentWith, effectOn, readCorpus } from './corpus/effects.ts'

interface SchemaCase {
  readonly name: string
  readonly openapi?: string
  readonly old: unknown
  readonly new: unknown
  readonly oldSchemas?: JsonObject
  readonly newSchemas?: JsonObject
  readonly request: Effect
  readonly answer: Effect
}

interface MessageCase {
  readonly name: string
  readonly patch: unknown
  readonly client?: Effect
  readonly receiver?: Effect
}

const schemas = ['types.yaml', 'structures.yaml', 'rare.yaml'].flatMap((name) =>
  readCorpus<SchemaCase[]>(name),
)
/** Patches with the document that they change. */
const messages = [
  ['messages.yaml', 'base.yaml'],
  ['forms.yaml', 'whole.yaml'],
].flatMap(([patches = '', document = '']) =>
  readCorpus<MessageCase[]>(patches).map((one) => ({ ...one, base: readCorpus<JsonObject>(document) })),
)

/** A body that has a schema below one member. */
const json = (schema: unknown) => ({
  'application/json': { schema: { type: 'object', properties: { x: schema } } },
})

group.each(schemas)('$name', (one) => {
  test.each([
    ['request', 'client', one.request],
    ['answer', 'client', one.answer],
    ['event', 'receiver', one.answer],
    ['acknowledgement', 'receiver', one.request],
  ] as const)('in a %s has its effect on the %s', (part, side, effect) => {
    const { openapi = '3.1.0' } = one
    const changes = changesOf(
      documentWith(part, openapi, json(one.old), one.oldSchemas),
      documentWith(part, openapi, json(one.new), one.newSchemas),
    )
    expect(effectOn(side, changes), JSON.stringify(changes)).toBe(effect)
    expect(effectOn(side === 'client' ? 'receiver' : 'client', changes)).toBe('none')
    for (const { at, reason } of changes)
      expect([at, reason.includes(': ')]).toEqual([expect.stringMatching(/^\//), true])
  })
})

test.each(messages)('$name has its effect', ({ base, patch, client = 'none', receiver = 'none' }) => {
  const changes = changesOf(base, mergePatch(base, patch) as JsonObject)
  expect([effectOn('client', changes), effectOn('receiver', changes)], JSON.stringify(changes)).toEqual([
    client,
    receiver,
  ])
  expect(changes).not.toEqual([])
})

test('the corpus has 150 single changes, each with a name of its own', () => {
  const names = [...schemas, ...messages].map(({ name }) => name)
  expect(names.length).toBeGreaterThanOrEqual(150)
  expect(new Set(names).size).toBe(names.length)
})
