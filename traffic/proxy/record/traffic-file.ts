import { closeSync, openSync, writeSync } from 'node:fs'
import type { TrafficLine } from '../../recording/index.ts'

/** Appends whole lines, so that a process that is killed leaves readable evidence. */
export interface TrafficWriter {
  add(line: TrafficLine): void
  /** Writes what was added. */
  flush(): void
  /** Writes the last line, which says that nothing is missing before it. */
  close(): void
}

/** @throws the system's error when the file exists or cannot be made */
export function trafficWriter(file: string): TrafficWriter {
  const descriptor = openSync(file, 'wx')
  let added = ''
  const flush = () => {
    const bytes = Buffer.from(added)
    added = ''
    for (let at = 0; at < bytes.length; ) at += writeSync(descriptor, bytes, at)
  }
  const add = (line: TrafficLine) => {
    added += `${JSON.stringify(line)}\n`
  }
  return {
    add,
    flush,
    close() {
      add({ type: 'ended' })
      flush()
      closeSync(descriptor)
    },
  }
}
