import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { ConformanceError } from '../conformance/errors.ts'
import { Type } from '../conformance/json/type.ts'
import { actionShape, type OverlayAction, overlaid } from './overlay.ts'
import { closed, flag, list, optional, type Shaped, text } from './shape.ts'
import { type Changelog, isSince } from './versions.ts'
import { checked, readYaml, type YamlFile } from './yaml-file.ts'

const actions = optional(list(actionShape))

const entryShape = closed({
  /** `v1.14.2`, or a date where the entry has no number. */
  id: Type.String({ pattern: '^(v\\d+\\.\\d+\\.\\d+|\\d{4}-\\d{2}-\\d{2})$' }),
  change: text,
  breaking: Type.Unsafe<boolean>({ ...flag, default: false }),
  /** How the version before it differed: the description, and tables by their names. */
  before: closed({
    openapi: actions,
    lifecycle: actions,
    documents: actions,
    endpoints: actions,
    errors: actions,
    delivery: actions,
    limits: actions,
    token: actions,
  }),
})

/** An entry of the changelog with what it changed. */
export type ChangelogFile = Shaped<typeof entryShape>

/** Name of a file that changelog entries can change. */
export type VersionedFile = keyof ChangelogFile['before']

/**
 * Reads the folder of the changelog.
 * @returns the entries, newest first, each with how the version before it differed
 * @throws ConformanceError `SPEC_INVALID` naming file and line, `SPEC_UNREADABLE`
 */
export async function readChangelog(directory: string): Promise<readonly ChangelogFile[]> {
  const names = await readdir(join(directory, 'changelog')).catch((cause: unknown) => {
    throw new ConformanceError('SPEC_UNREADABLE', 'changelog cannot be read', { cause })
  })
  const wanted = names.filter((name) => name.endsWith('.yaml')).toSorted()
  const files = await Promise.all(wanted.map((name) => readYaml(directory, `changelog/${name}`)))
  return files.map((file) => checked(file, entryShape)).toReversed()
}

/** The actions that lead from the newest form of a file to that of a version, in their order. */
export function actionsTo(
  version: string,
  name: VersionedFile,
  entries: readonly ChangelogFile[],
): readonly OverlayAction[] {
  const changelog: Changelog = entries
  return entries
    .filter(({ id }) => !isSince(changelog, version, id))
    .flatMap(({ before }) => before[name] ?? [])
}

/** A file in the form that it had in an older version. */
export const asOf = (file: YamlFile, actions: readonly OverlayAction[]): YamlFile => ({
  ...file,
  value: overlaid(file.value, actions),
})
