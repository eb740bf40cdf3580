import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { usageError } from '../../conformance/errors.ts'
import type { Target } from '../../conformance/ports/target.ts'
import type { InventoryItem, PreflightCheck } from '../../conformance/preflight.ts'
import {
  judgeableText,
  missingKeyLines,
  printable,
  readEvents,
  recorder,
  styleFor,
} from '../../reporters/index.ts'
import type { AnySide, SideEntry, TargetOptions } from '../../sides/index.ts'
import { profileGaps } from '../../sides/lacking.ts'
import { entryOf } from '../../sides/selecting.ts'
import { describeTarget } from '../../sides/target.ts'
import type { Io } from '../io.ts'
import { undoJournal } from '../run-folder/undo-journal.ts'

/**
 * `doctor`: reports how far a target can be judged: profile, network, credentials, recipes and actions. Returns 0 where it can
 * be judged, and 3 where network, credentials or the target prevent that. A wrong profile is an error.
 *
 * @throws ConformanceError PROFILE_INVALID; USAGE where the folder of `--clean` holds no run
 */
export async function doctorCommand(
  sides: readonly SideEntry[],
  options: TargetOptions & { readonly clean?: string },
  io: Io,
): Promise<number> {
  if (options.clean !== undefined) refuseOtherThanRun(options.clean, options.target)
  const side = await (await entryOf(sides, options.target)).load()
  const { described, spec } = await describeTarget(side, options, io.env)
  const target = await side.open(described, { seed: 0, spec, now: io.now })
  try {
    if (options.clean !== undefined) return await cleaned(side, target, options.clean, io)
    const { name, environment, apiVersion } = target.facts
    line(io, true, 'profile', `${name} (${environment}, ${apiVersion})`)
    const longest = side.longest?.(described)
    if (longest !== undefined)
      line(io, true, 'bound', `a run ends after ${longest / 60_000} min at most (timing.run)`)
    const seen = await side.doctor(target, described, spec)
    const width = Math.max(...seen.map(({ name: own }) => own.length))
    for (const check of seen) {
      const cause = check.cause === undefined ? '' : ` (cause: the ${check.cause})`
      line(io, check.ok, check.name.padEnd(width), check.message + cause)
    }
    const gaps = await profileGaps(side, { described, spec, target })
    const offered =
      options.target === undefined
        ? ['', 'the embedded sandbox offers every recipe and action']
        : [
            '',
            printable(`present: ${presentOf(side.inventory(described)) || 'only what every profile has'}`),
            judgeableText(gaps.judgeable),
            ...missingKeyLines(gaps.keys, styleFor(io.color)),
          ]
    for (const text of offered) io.out(`${text}\n`)
    io.out(`\n${printable(closing(seen))}\n`)
    return seen.every(({ ok }) => ok) ? 0 : 3
  } finally {
    await target.close()
  }
}

/** @throws ConformanceError USAGE where the folder holds no run, or the run judged the target of a profile and none is given */
function refuseOtherThanRun(folder: string, target: string | undefined): void {
  if (!existsSync(join(folder, 'results.jsonl')))
    throw usageError(`--clean ${folder} holds no run: it should be the folder of the run that was killed`)
  const file = target === undefined ? targetOf(folder) : undefined
  if (file !== undefined)
    throw usageError(
      `--clean ${folder} needs the profile of that run, too: it should come with --target ${file}`,
    )
}

/** The profile of a finished or killed run; undefined where it judged the embedded sandbox. */
function targetOf(folder: string): string | undefined {
  const collected = recorder()
  for (const event of readEvents(join(folder, 'results.jsonl'))) collected.add(event)
  const command = collected.record()?.started.command
  const place = command?.indexOf('--target') ?? -1
  return place < 0 ? undefined : command?.[place + 1]
}

/** Undoes what the journal of a run lists. Returns 0 where nothing is left to undo, else 3. */
async function cleaned(side: AnySide, target: Target<unknown>, folder: string, io: Io): Promise<number> {
  const journal = undoJournal(folder)
  const tried = journal.left()
  const strange = () => tried.map((undo) => ({ undo, why: '--target should be the profile of the run' }))
  const results = (await side.clean?.(target, tried)) ?? strange()
  for (const { undo, why } of results) {
    if (why === undefined) journal.add({ undone: undo })
    const id = Object.values(undo.given).join(' ')
    line(io, why === undefined, undo.action, why === undefined ? id : `${id}: ${why}`.replace(/^: /, ''))
  }
  const left = journal.left().length
  io.out(`${cleanedText(printable(folder), tried.length - left, left)}\n`)
  journal.close()
  return left === 0 ? 0 : 3
}

/** Says how much of what a run left is undone, and how much remains. */
function cleanedText(folder: string, undone: number, left: number): string {
  if (left > 0)
    return `${undone} undone; ${left} of what the run in ${folder} left could not be undone: undo it by hand, then delete ${folder}/undo.jsonl`
  return undone === 0
    ? `the run in ${folder} left nothing that has to be undone`
    : `${undone} undone; nothing remains of what the run in ${folder} left`
}

/** Says whether the target can be judged: the last line, after a list that may be long. */
function closing(seen: readonly PreflightCheck[]): string {
  const [first, ...more] = seen.filter(({ ok }) => !ok)
  if (first === undefined) return 'ready: the target can be judged'
  const others = more.length === 0 ? '' : `; ${more.map(({ name }) => name).join(', ')} failed too`
  return `not ready: ${first.name} failed: ${first.message}${others}`
}

function line(io: Io, ok: boolean, name: string, message: string): void {
  io.out(`${ok ? 'ok  ' : 'FAIL'}  ${name.padEnd(12)} ${printable(message)}\n`)
}

/** The largest number of keys that are listed for one part. For more keys only their number is shown. */
const MOST_NAMED = 6

/** Lists what a profile offers; of its many operator actions it gives the number: `operator: 27 of 29`. */
function presentOf(inventory: readonly InventoryItem[]): string {
  const parts = Map.groupBy(inventory, ({ key }) => key.split('.')[0] ?? '')
  return [...parts]
    .flatMap(([part, items]) => {
      const present = items.filter((item) => item.present).map(({ key }) => key)
      if (present.length === 0 || items.length <= MOST_NAMED) return present
      return [`${part}: ${present.length} of ${items.length}`]
    })
    .join(', ')
}
