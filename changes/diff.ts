import { isDeepStrictEqual } from 'node:util'
import { ConformanceError } from '../conformance/errors.ts'
import { descriptionOf, member, type Place } from '../conformance/json/document.ts'
import type { JsonObject } from '../conformance/json/object.ts'
import { type Change, EFFECTS, worst } from './change.ts'
import { compareContent } from './http/content.ts'
import { taskOf } from './http/message.ts'
import { comparePaths, compareSent } from './http/operations.ts'
import { compareOthers } from './http/others.ts'
import { remarks } from './remarks.ts'

/** A description with a name for errors. */
export interface NamedDescription {
  readonly name: string
  readonly document: JsonObject
}

/**
 * Compares two OpenAPI documents.
 * @returns every change, the worst first
 * @throws ConformanceError `DESCRIPTION_INVALID` for a reference to nothing
 */
export function diff(old: NamedDescription, now: NamedDescription): readonly Change[] {
  try {
    return changesBetween(old, now)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    throw new ConformanceError('DESCRIPTION_INVALID', `${old.name} or ${now.name} nests too deep`)
  }
}

function changesBetween(old: NamedDescription, now: NamedDescription): readonly Change[] {
  const [before, after] = [descriptionOf(old.document, old.name), descriptionOf(now.document, now.name)]
  const task = taskOf(before, after, compareContent)
  const roots = { old: { node: before.root, at: '' }, now: { node: after.root, at: '' } }
  comparePaths(roots.old, roots.now, task)
  compareSent(webhooksOf(roots.old), webhooksOf(roots.now), task, false)
  compareOthers('document', roots.old, roots.now, { audience: 'client', name: 'document' }, task)
  const changes = [...task.changes(), ...remarks(before, after)]
  if (changes.length === 0 && !isDeepStrictEqual(old.document, now.document)) return [OTHERWISE]
  return changes.toSorted((one, other) => EFFECTS.indexOf(worst(one)) - EFFECTS.indexOf(worst(other)))
}

/** Before OpenAPI 3.1 webhooks were an extension. */
const webhooksOf = (root: Place): readonly Place[] =>
  ['webhooks', 'x-webhooks'].flatMap((key) => member(root, key) ?? [])

const OTHERWISE: Change = {
  kind: 'written-otherwise',
  at: '/',
  within: [],
  client: 'none',
  receiver: 'none',
  reason: 'the same is written in another way: nothing changes on the wire',
}
