import { printable, type Style } from '../../reporters/index.ts'
import type { CheckedFile, CheckedInteraction, TracedFinding } from '../check.ts'

const COLORS = { failed: 'red', open: 'yellow', right: 'green' } as const

/** Formats the results for files: a line for each interaction, a block for each finding. */
export function checkText(files: readonly CheckedFile[], version: string, style: Style): string {
  const lines = files.flatMap((file) => [
    style(
      'bold',
      printable(`${file.file}: ${file.consumer || 'a consumer'} and ${file.provider || 'a provider'}`),
    ),
    ...file.interactions.flatMap((one) => interactionLines(one, style)),
  ])
  return `${[...lines, totals(files, version)].join('\n')}\n`
}

function interactionLines(interaction: CheckedInteraction, style: Style): readonly string[] {
  const given = interaction.states.length > 0 ? `, given ${interaction.states.join(' and ')}` : ''
  return [
    `  ${style(COLORS[interaction.verdict], interaction.verdict.padEnd(6))}  ${printable(interaction.description + given)}`,
    ...interaction.findings.flatMap((finding) => findingLines(finding, style)),
  ]
}

function findingLines(finding: TracedFinding, style: Style): readonly string[] {
  const { verdict, at, expected, observed, reason } = finding
  return [
    `          ${style(COLORS[verdict], verdict)} at ${printable(at)}`,
    `            specified: ${printable(expected)}`,
    `            the file:  ${printable(observed)}`,
    `            ${printable(reason)} (${sourceOf(finding)})`,
  ]
}

/** The clause, with the reading and the changelog entry that belong to it. */
export function sourceOf({ clause, reading, changelog }: TracedFinding): string {
  return [
    `clause ${clause}`,
    ...(reading === undefined ? [] : [`reading ${reading}`]),
    ...(changelog === undefined ? [] : [`changed by ${changelog}`]),
  ].join(', ')
}

function totals(files: readonly CheckedFile[], version: string): string {
  const all = files.flatMap(({ interactions }) => interactions)
  const count = (verdict: string) => all.filter((one) => one.verdict === verdict).length
  return `as of ${version}: ${count('failed')} failed, ${count('open')} open, ${count('right')} right`
}
