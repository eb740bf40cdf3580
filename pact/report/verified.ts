import { printable, type Style } from '../../reporters/index.ts'
import type { VerifiedFile, VerifiedInteraction } from '../verify/verified.ts'
import { type JunitFacts, junitOf } from './junit.ts'

const COLORS = { passed: 'green', failed: 'red', 'not-exercised': 'dim' } as const

interface VerifiedFacts {
  readonly target: string
  readonly style: Style
  /** Folder of the reports, if there are any. */
  readonly folder?: string
}

/** Formats a verification for people. */
export function verifiedText(
  files: readonly VerifiedFile[],
  { target, style, folder }: VerifiedFacts,
): string {
  const lines = files.flatMap(({ file, consumer, interactions }) => [
    style('bold', printable(`${file}: ${consumer || 'a consumer'} against ${target}`)),
    ...interactions.flatMap((one) => linesOf(one, style)),
  ])
  const all = files.flatMap(({ interactions }) => interactions)
  const count = (verdict: string) => all.filter((one) => one.verdict === verdict).length
  const totals = `${count('passed')} passed, ${count('failed')} failed, ${count('not-exercised')} not exercised`
  const reports = folder === undefined ? [] : [`reports: ${printable(folder)}`]
  return `${[...lines, ...reports, totals].join('\n')}\n`
}

function linesOf(
  { verdict, description, states, reason, key, mismatches }: VerifiedInteraction,
  style: Style,
) {
  const given = states.length > 0 ? `, given ${states.join(' and ')}` : ''
  const why = reason === undefined ? [] : [`${reason}${key === undefined ? '' : ` (${key})`}`]
  return [
    `  ${style(COLORS[verdict], verdict.padEnd(13))}  ${printable(description + given)}`,
    ...[...why, ...mismatches].map((text) => `                 ${printable(text)}`),
  ]
}

/** A verification as JUnit XML. */
export function verifiedJunit(files: readonly VerifiedFile[], facts: JunitFacts): string {
  return junitOf(
    files.map(({ file, consumer, interactions }) => ({
      file,
      consumer,
      reported: [],
      cases: interactions.map(({ description, at, mismatches, reason }) => ({
        description,
        at,
        failures: mismatches,
        ...(reason !== undefined && { skipped: reason }),
      })),
    })),
    facts,
  )
}
