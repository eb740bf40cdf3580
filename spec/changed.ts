import { isDeepStrictEqual } from 'node:util'
import { isObject, type JsonObject } from '../conformance/json/object.ts'
import type { Subject } from '../conformance/requirement.ts'
import type { ChangelogFile } from './changelog.ts'
import { overlaid } from './overlay.ts'

/** Returns the part of a description that belongs to a subject. */
const IN_DESCRIPTION: Readonly<Record<Subject, (document: JsonObject) => unknown>> = {
  endpoints: ({ paths }) => keysOf(paths),
  events: ({ webhooks }) => keysOf(webhooks),
  deliveries: ({ components }) => keysOf(partOf(components, 'parameters')),
  credentials: ({ security }) => security,
  description: ({ info: _, ...document }) => document,
}

const keysOf = (value: unknown): readonly string[] => (isObject(value) ? Object.keys(value) : [])
const partOf = (value: unknown, key: string): unknown => (isObject(value) ? value[key] : undefined)

/** Returns the subjects in which two descriptions of the API differ. */
function subjectsBetween(before: JsonObject, after: JsonObject): ReadonlySet<Subject> {
  const subjects = Object.keys(IN_DESCRIPTION) as Subject[]
  return new Set(
    subjects.filter((one) => !isDeepStrictEqual(IN_DESCRIPTION[one](before), IN_DESCRIPTION[one](after))),
  )
}

/**
 * Goes back through the changelog and returns what each entry changed.
 *
 * @param newest the description as of the newest version
 * @param entries newest first
 */
export function subjectsByEntry(
  newest: JsonObject,
  entries: readonly ChangelogFile[],
): ReadonlyMap<string, ReadonlySet<Subject>> {
  const found = new Map<string, ReadonlySet<Subject>>()
  let after = newest
  for (const { id, before: former } of entries) {
    const before = overlaid(after, former.openapi ?? []) as JsonObject
    found.set(id, subjectsBetween(before, after))
    after = before
  }
  return found
}
