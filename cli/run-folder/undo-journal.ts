import { appendFileSync, existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Undo, UndoEvent } from '../../conformance/ports/undo.ts'

/** Lists everything that a run still has to undo on its target, so that it can be undone after a kill. */
export interface UndoJournal {
  /** Adds a line at once; it begins with the line break, so that one cut off before it spoils nothing. */
  add(event: UndoEvent): void
  /** Whatever was made and not undone, the latest first. */
  left(): readonly Undo[]
  /** Removes the file where nothing is left. */
  close(): void
}

/** Opens the journal in the folder of a run. What an earlier run left there stays in it. */
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
        // Where the disk is full the events of the run cannot be written either: that ends it, and undoes everything.
      }
    },
    left,
    close: () => {
      if (left().length === 0) rmSync(file, { force: true })
    },
  }
}

/** A line that was cut off by a kill is left out. */
function linesOf(text: string): readonly UndoEvent[] {
  return text.split('\n').flatMap((line): UndoEvent[] => {
    try {
      return [JSON.parse(line)]
    } catch {
      return []
    }
  })
}
