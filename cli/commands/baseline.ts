import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { Document, type YAMLMap } from 'yaml'
import {
  compareRuns,
  count,
  type KnownFailure,
  makeReport,
  printable,
  shellWord,
  writeWhole,
} from '../../reporters/index.ts'
import { readBaseline } from '../finished-runs/baseline.ts'
import { readRun } from '../finished-runs/runs.ts'
import type { Io } from '../io.ts'

/** Stands where nobody has given a reason yet. */
const NO_REASON = 'not given yet'

interface Entry extends KnownFailure {
  /** Tells the reader of the file about it. */
  readonly says: string
}

/**
 * `baseline DIR`: writes a baseline with an entry for each cause of the failures of a run. Reasons that stand in an existing file
 * stay, and entries that no longer fail go.
 *
 * @throws ConformanceError USAGE where the existing file is no baseline
 */
export function baselineCommand(
  folder: string,
  { out, since }: { readonly out: string; readonly since?: string },
  io: Io,
): number {
  const run = readRun(folder)
  const before = existsSync(out) ? readBaseline(out) : []
  const lost = since === undefined ? [] : compareRuns(readRun(since), run).lost
  const { causes = [] } = makeReport(run)
  const found: readonly Entry[] = [
    ...causes
      .filter(({ verdict }) => verdict === 'failed')
      .map(({ id, requirements: [requirement = ''], expected, observed: [seen = ''] }) => ({
        ...{ requirement, cause: id, reason: NO_REASON },
        says: `expected ${expected}, observed ${seen}`,
      })),
    ...lost.map((requirement) => ({ requirement, reason: NO_REASON, says: 'no longer exercised' })),
  ]
  const known = (one: Entry) =>
    before.find(
      ({ requirement, cause }) =>
        requirement === one.requirement && (cause === one.cause || cause === undefined),
    )
  const entries = found.map((one) => ({ ...one, ...known(one) }))
  writeWhole(out, textOf(entries))
  const fresh = entries.filter(({ reason }) => reason === NO_REASON).length
  const without = fresh === 0 ? '' : `; ${fresh} without a reason yet`
  io.out(`${printable(resolve(out))}: ${count(entries.length, 'known failure')}${without}\n`)
  io.out(
    `next: give each its reason there, then judge with --baseline ${printable(shellWord([{ text: out }]))}\n`,
  )
  return 0
}

function textOf(entries: readonly Entry[]): string {
  const document = new Document({ known_failures: entries.map(({ says, ...entry }) => entry) })
  const list = document.get('known_failures') as { items: YAMLMap[] }
  for (const [index, item] of list.items.entries())
    item.commentBefore = ` ${printable(entries[index]?.says ?? '')}`
  return document.toString({ lineWidth: 0 })
}
