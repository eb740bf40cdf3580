import { ctrfOf, harPieces, makeReport } from '../../reporters/index.ts'
import { readRun } from '../finished-runs/runs.ts'
import type { Io } from '../io.ts'

/**
 * `report DIR --format`: prints a finished run in a format of other tools, and writes nothing. Returns 0 for any verdict, since the
 * format holds it.
 */
export function reportFormatCommand(folder: string, format: 'har' | 'ctrf', io: Io): number {
  const record = readRun(folder)
  if (format === 'har') for (const piece of harPieces(record)) io.out(piece)
  else io.out(`${JSON.stringify(ctrfOf(makeReport(record)), null, 2)}\n`)
  return 0
}
