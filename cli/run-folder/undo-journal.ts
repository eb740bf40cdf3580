import { appendFileSync, existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Undo, UndoEvent } from '../../conformance/ports/undo.ts'

/** Lists everything that a run must still undo on its target, so that it can be undone even after the run was killed. */
export interface UndoJournal {
  /** Adds a line at once. It begins with the line break, so that an incomplete line before it does no harm. */
  add(event: UndoEvent): void
  /** Everything that was made and not undone, the latest first. */
  left(): readonly Undo[]
  /** Removes the file if nothing is left to undo. */
  close(): void
}

/** Opens the journal in the folder of a run. It keeps entries of an earlier run. */
export function undoJournal(folder: string): UndoJournal {
  const file = join(folder, 'undo.jsonl')
  const left = (): readonly Undo[] => {
    const open = new Map<string, Undo>()
    for (const event of existsSync(file) ? linesOf(readFileSync(file, 'utf8')) : []) {
      if ('made' in event) open.set(JSON.stringify(event.made), event.made)
      else open.delete(JSON.stringify(event.undone))
    }
    return [...open.values()].reverse()
  }
  return {
    add: (event) => {
      try {
        appendFileSync(file, `\n${JSON.stringify(event)}`)
      } catch {
        // Where the disk is full the events cannot be written either. That ends the run, and everything is undone.
      }
    },
    left,
    close: () => {
      if (left().length === 0) rmSync(file, { force: true })
    },
  }
}

/** Skips a line that is incomplete because the run was killed. */
function linesOf(text: string): readonly UndoEvent[] {
  return text.split('\n').flatMap((line): UndoEvent[] => {
    try {
      return [JSON.parse(line)]
    } catch {
      return []
    }
  })
}
