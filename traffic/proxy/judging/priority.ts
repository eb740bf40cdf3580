import { readlinkSync } from 'node:fs'
import { setPriority } from 'node:os'
import { basename } from 'node:path'

/** How far this thread stands back where the processor is short: the bytes must not wait for it. */
const NICENESS = 5

/** Lowers the priority of the calling thread alone. Linux can do this for a thread; elsewhere it stays as it is. */
export function yieldToOthers(): void {
  try {
    setPriority(Number(basename(readlinkSync('/proc/thread-self'))), NICENESS)
  } catch {}
}
