import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, describe as group, test } from 'vitest'
import { parse } from 'yaml'
import { mergePatch } from '../conformance/json/merge-patch.ts'
import type { JsonObject } from '../conformance/json/object.ts'
import { type Change, EFFECTS, type Effect } from './change.ts'
import { diff } from './diff.ts'

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

const read = <T>(name: string): T =>
  parse(readFileSync(join(import.meta.dirname, 'corpus', name), 'utf8')) as T

const schemas = [...read<SchemaCase[]>('types.yaml'), ...read<SchemaCase[]>('structures.yaml')]
const messages = read<MessageCase[]>('messages.yaml')
const base = read<JsonObject>('base.yaml')

const changesOf = (old: JsonObject, now: JsonObject) =>
  diff({ name: 'old', document: old }, { name: 'new', document: now })

/** The worst effect of changes on one side. */
const effectOn = (side: 'client' | 'receiver', changes: readonly Change[]): Effect =>
  EFFECTS.find((effect) => changes.some((change) => change[side] === effect)) ?? 'none'

type Part = 'request' | 'answer' | 'event' | 'acknowledgement'

/** A document that has a schema in one part of its messages. */
function documentWith(part: Part, openapi: string, schema: unknown, components: JsonObject = {}): JsonObject {
  const body = (wanted: Part) => ({
    content:
      part === wanted
        ? { 'application/json': { schema: { type: 'object', properties: { x: schema } } } }
        : {},
  })
  const one = (request: Part, answer: Part) => ({
    post: { requestBody: body(request), responses: { 200: { description: 'Done', ...body(answer) } } },
  })
  return {
    openapi,
    info: { title: 'One', version: '1' },
    paths: { '/one': one('request', 'answer') },
    webhooks: { one: one('event', 'acknowledgement') },
    components: { schemas: components },
  }
}

group.each(schemas)('$name', (one) => {
  test.each([
    ['request', 'client', one.request],
    ['answer', 'client', one.answer],
    ['event', 'receiver', one.answer],
    ['acknowledgement', 'receiver', one.request],
  ] as const)('in a %s has its effect on the %s', (part, side, effect) => {
    const { openapi = '3.1.0' } = one
    const changes = changesOf(
      documentWith(part, openapi, one.old, one.oldSchemas),
      documentWith(part, openapi, one.new, one.newSchemas),
    )
    expect(effectOn(side, changes), JSON.stringify(changes)).toBe(effect)
    expect(effectOn(side === 'client' ? 'receiver' : 'client', changes)).toBe('none')
    for (const { at, reason } of changes)
      expect([at, reason.includes(': ')]).toEqual([expect.stringMatching(/^\//), true])
  })
})

test.each(messages)('$name has its effect', ({ patch, client = 'none', receiver = 'none' }) => {
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
