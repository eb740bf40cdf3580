import { isDeepStrictEqual } from 'node:util'
import { isObject, type JsonObject } from '../conformance/json/object.ts'
import type { Subject } from '../conformance/requirement.ts'
import type { ChangelogFile } from './changelog.ts'
import { overlaid } from './overlay.ts'

/** The part of a description that stands for each subject. */
const IN_DESCRIPTION: Readonly<Record<Subject, (document: JsonObject) => unknown>> = {
  endpoints: ({ paths }) => keysOf(paths),
  events: ({ webhooks }) => keysOf(webhooks),
  deliveries: ({ components }) => keysOf(partOf(components, 'parameters')),
  credentials: ({ security }) => security,
  description: ({ info: _, ...document }) => document,
}

const keysOf = (value: unknown): readonly string[] => (isObject(value) ? Object.keys(value) : [])
const partOf = (value: unknown, key: string): unknown => (isObject(value) ? value[key] : undefined)

/** Says what two descriptions of the API differ in. */
function subjectsBetween(before: JsonObject, after: JsonObject): ReadonlySet<Subject> {
  const subjects = Object.keys(IN_DESCRIPTION) as Subject[]
  return new Set(
    subjects.filter((one) => !isDeepStrictEqual(IN_DESCRIPTION[one](before), IN_DESCRIPTION[one](after))),
  )
}

/**
 * Goes back through the changelog and says what each entry changed.
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
