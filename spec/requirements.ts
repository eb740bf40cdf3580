import { ConformanceError } from '../conformance/errors.ts'
import { type Requirement, requirementRow } from '../conformance/requirement.ts'
import { list } from './shape.ts'
import type { Changelog } from './versions.ts'
import { checked, type YamlFile } from './yaml-file.ts'

const requirementsShape = list(requirementRow, 0)

/**
 * Reads all requirement files into one list, in the order of the files and of the rows in them.
 * @throws ConformanceError `SPEC_INVALID` naming file and line. The causes are a wrong shape, a repeated id, and a version that
 * the changelog does not list. Others are a row that is both `judgedBy` and `excluded`, and a `judgedBy` id that no claims judge.
 */
export function requirementsOf(files: readonly YamlFile[], changelog: Changelog): readonly Requirement[] {
  const places = new Map<string, string>()
  const all = files.flatMap((file) => {
    const rows = checked(file, requirementsShape) as readonly Requirement[]
    for (const [index, requirement] of rows.entries()) {
      checkRow(file, index, requirement, changelog)
      const { id } = requirement
      const earlier = places.get(id)
      if (earlier !== undefined) throw file.fault([index, 'id'], `the id ${id} is already in ${earlier}`)
      places.set(id, file.name)
    }
    return rows
  })
  for (const { id, judgedBy = [] } of all)
    for (const cited of judgedBy)
      if (!all.some((one) => one.id === cited && one.judgedBy === undefined && one.excluded === undefined))
        throw new ConformanceError(
          'SPEC_INVALID',
          `${places.get(id)}: ${id} is judged by ${cited}, which judges nothing`,
        )
  return all
}

function checkRow(file: YamlFile, index: number, requirement: Requirement, changelog: Changelog): void {
  for (const key of ['since', 'until'] as const) {
    const version = requirement[key]
    if (version !== undefined && !changelog.some((entry) => entry.id === version))
      throw file.fault([index, key], `${requirement.id}: the changelog lists no version ${version}`)
  }
  if (requirement.judgedBy !== undefined && requirement.excluded !== undefined)
    throw file.fault([index, 'judgedBy'], `${requirement.id}: is judged by others and excluded at once`)
}
