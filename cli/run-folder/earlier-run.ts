import { existsSync, lstatSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { usageError } from '../../conformance/errors.ts'
import { certificateFiles } from './certify.ts'
import { ADDRESS } from './kept-address.ts'
import { isOfARun } from './own-folder.ts'
import { DISCOVERED, LEAK, reportFiles, reportFolders } from './reports.ts'

/** The subfolder in which a run keeps the run that was in its folder before. */
const EARLIER = 'earlier'

/**
 * Moves the files of an earlier run into a subfolder. A run that was kept there before is deleted. The journal of what must
 * still be undone on the target stays.
 *
 * @returns the folder of the earlier run; undefined where there was none
 * @throws ConformanceError USAGE when that folder holds something else
 */
export function keepEarlierRun(folder: string): string | undefined {
  const results = join(folder, 'results.jsonl')
  if (!existsSync(results) || statSync(results).size === 0) return undefined
  const kept = join(folder, EARLIER)
  const there = lstatSync(kept, { throwIfNoEntry: false })
  if (there !== undefined && !(there.isDirectory() && isOfARun(kept)))
    throw usageError(
      `--out ${folder} holds ${EARLIER}, which is not from a run: it should be an empty folder or that of an earlier run`,
    )
  rmSync(kept, { recursive: true, force: true })
  mkdirSync(kept)
  // `results.jsonl`, which marks a folder as a run, is moved last.
  for (const name of [
    ...reportFiles,
    ...reportFolders,
    ...certificateFiles,
    ADDRESS,
    DISCOVERED,
    LEAK,
    'results.jsonl',
  ])
    if (existsSync(join(folder, name))) renameSync(join(folder, name), join(kept, name))
  return kept
}
