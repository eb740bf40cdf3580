import type { Requirement } from '../conformance/requirement.ts'
import { clauseShape, closed, level, list, type Shape, text, word } from './shape.ts'
import type { Changelog } from './versions.ts'
import { checked, type YamlFile } from './yaml-file.ts'

const row: Shape = closed(
  {
    id: { type: 'string', pattern: '^[a-z0-9]+(-[a-z0-9]+)*$' },
    clause: clauseShape,
    level,
    side: word('platform', 'receiver', 'client'),
    title: text,
    since: text,
    until: text,
    excluded: text,
    awaits: word('receiver', 'client', 'versions'),
    remedy: text,
    field: closed(
      {
        schema: word(
          'QuoteRecord',
          'Submission',
          'Update',
          'QuoteCreatedEvent',
          'ProposalReadyEvent',
          'PolicyCreatedEvent',
          'BrokerAddedEvent',
        ),
        pointer: { type: 'string', pattern: '^/' },
        rule: word('required', 'type', 'format'),
      },
      ['rule'],
    ),
  },
  ['since', 'until', 'excluded', 'awaits', 'remedy', 'field'],
)

const requirementsShape = list(row, 0)

/**
 * Reads all requirement files into one list, in the order of the files and of the rows in them.
 * @throws ConformanceError `SPEC_INVALID` naming file and line: a wrong shape, an id that is there twice, a version that the
 * changelog does not list, a row that is excluded and awaits work at once
 */
export function requirementsOf(files: readonly YamlFile[], changelog: Changelog): readonly Requirement[] {
  const places = new Map<string, string>()
  return files.flatMap((file) => {
    const rows = checked<readonly Requirement[]>(file, requirementsShape)
    for (const [index, requirement] of rows.entries()) {
      checkRow(file, index, requirement, changelog)
      const { id } = requirement
      const earlier = places.get(id)
      if (earlier !== undefined) throw file.fault([index, 'id'], `the id ${id} is already in ${earlier}`)
      places.set(id, file.name)
    }
    return rows
  })
}

function checkRow(file: YamlFile, index: number, requirement: Requirement, changelog: Changelog): void {
  for (const key of ['since', 'until'] as const) {
    const version = requirement[key]
    if (version !== undefined && !changelog.some((entry) => entry.id === version))
      throw file.fault([index, key], `${requirement.id}: the changelog lists no version ${version}`)
  }
  if (requirement.excluded !== undefined && requirement.awaits !== undefined)
    throw file.fault([index, 'awaits'], `${requirement.id}: is excluded and awaits work at once`)
}
