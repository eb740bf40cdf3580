import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import type { JsonObject } from '../../conformance/json/object.ts'
import { type Change, EFFECTS, type Effect } from '../change.ts'
import { diff } from '../diff.ts'

/** Reads a file of the corpus. */
export const readCorpus = <Content>(name: string): Content =>
  parse(readFileSync(join(import.meta.dirname, name), 'utf8')) as Content

export const changesOf = (old: JsonObject, now: JsonObject): readonly Change[] =>
  diff({ name: 'old', document: old }, { name: 'new', document: now })

/** The worst effect of changes on one side. */
export const effectOn = (side: 'client' | 'receiver', changes: readonly Change[]): Effect =>
  EFFECTS.find((effect) => changes.some((change) => change[side] === effect)) ?? 'none'

export type MessagePart = 'request' | 'answer' | 'event' | 'acknowledgement'

/** A document that has a body in one part of its messages. */
export function documentWith(
  part: MessagePart,
  openapi: string,
  content: JsonObject,
  components: JsonObject = {},
): JsonObject {
  const body = (wanted: MessagePart) => ({ content: part === wanted ? content : {} })
  const one = (request: MessagePart, answer: MessagePart) => ({
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

/** The parts of messages, with the side that they concern. */
export const PARTS = [
  ['request', 'client'],
  ['answer', 'client'],
  ['event', 'receiver'],
  ['acknowledgement', 'receiver'],
] as const
