import {
  closeSync,
  existsSync,
  lstatSync,
  openSync,
  readFileSync,
  readSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { usageError } from '../../conformance/errors.ts'
import { isSystemError } from '../../conformance/system-error.ts'
import { certificateFiles } from './certify.ts'
import { ADDRESS } from './kept-address.ts'
import { makeFolder, unwritable } from './make-folder.ts'
import { DISCOVERED, LEAK, reportFiles, reportFolders } from './reports.ts'

const LOCK = '.lock'

/** Every file and folder name that a run may create in its folder. */
export const runNames: readonly string[] = [
  ...['results.jsonl', 'undo.jsonl', ADDRESS, DISCOVERED, LEAK],
  ...[...reportFiles, ...reportFolders, ...certificateFiles],
]
/** Every results file of this tool begins with these bytes. */
const FIRST_BYTES = '{"type":"run-started"'

/** The folder of a run, locked against other runs. */
export interface OwnFolder {
  /** Unlocks the folder for other runs. */
  release(): void
}

/**
 * Prepares a folder for a run and locks it. Does not touch files with a run's file names that are not from a run.
 *
 * @throws ConformanceError USAGE when it cannot be written, another run writes into it, or it holds such files
 */
export function ownFolder(folder: string): OwnFolder {
  try {
    makeFolder(folder)
    refuseForeign(folder)
    hold(folder)
  } catch (error) {
    throw isSystemError(error) ? unwritable(folder, error) : error
  }
  return { release: () => rmSync(join(folder, LOCK), { force: true }) }
}

function refuseForeign(folder: string): void {
  const found = [...runNames, LOCK].filter(
    (name) => lstatSync(join(folder, name), { throwIfNoEntry: false }) !== undefined,
  )
  const link = found.find((name) => lstatSync(join(folder, name)).isSymbolicLink())
  if (link !== undefined)
    throw usageError(`--out ${folder} holds a symbolic link ${link}: it should be a file of a run, or absent`)
  const [foreign] = isOfARun(folder) ? [] : found.filter((name) => name !== LOCK && name !== 'undo.jsonl')
  if (foreign !== undefined)
    throw usageError(
      `--out ${folder} holds ${foreign}, which is not from a run: it should be an empty folder or that of an earlier run`,
    )
}

/** Says whether a folder holds a run. A run that was killed at once leaves an empty file. */
export function isOfARun(folder: string): boolean {
  const file = join(folder, 'results.jsonl')
  if (!existsSync(file) || !lstatSync(file).isFile()) return false
  const bytes = Buffer.alloc(FIRST_BYTES.length)
  const opened = openSync(file, 'r')
  try {
    const read = readSync(opened, bytes)
    return read === 0 || bytes.toString('latin1') === FIRST_BYTES
  } finally {
    closeSync(opened)
  }
}

/** Writes a lock file with the id of this process. A lock of a process that has ended is ignored. */
function hold(folder: string): void {
  const file = join(folder, LOCK)
  for (;;) {
    try {
      writeFileSync(file, String(process.pid), { flag: 'wx' })
      return
    } catch (error) {
      if (!isSystemError(error) || error.code !== 'EEXIST') throw error
    }
    const holder = Number(readFileSync(file, 'utf8'))
    if (holder !== process.pid && isAlive(holder))
      throw usageError(
        `--out ${folder} is in use by the process ${holder}: it should be another folder; where no run goes on, remove ${file}`,
      )
    rmSync(file, { force: true })
  }
}

function isAlive(id: number): boolean {
  if (!Number.isSafeInteger(id) || id <= 0) return false
  try {
    return process.kill(id, 0)
  } catch (error) {
    return isSystemError(error) && error.code === 'EPERM'
  }
}
