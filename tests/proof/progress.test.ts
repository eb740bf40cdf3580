import { expect, test } from 'vitest'
import type { Kill } from './kills.ts'
import { progressOn } from './progress.ts'

const kill: Kill = {
  mutant: 'ajar',
  says: 'The door is left ajar',
  missed: [],
  killedBy: {},
  shownBy: {},
  undeclared: [],
  stale: [],
}

/** Returns the output for platforms that are judged one after the other. */
function written(isTTY: boolean, ...judged: readonly Kill[]): string {
  let text = ''
  const write = (more: string | Uint8Array): boolean => {
    text += String(more)
    return true
  }
  const progress = progressOn({ isTTY, write })
  for (const [place, one] of judged.entries()) progress(one, place + 1, judged.length)
  return text
}

test('a terminal shows how far the proof is, in one line', () => {
  expect(written(true, kill, kill)).toBe('\r1 of 2 platforms\r2 of 2 platforms\n')
})

test('a log has a line now and then, and the last one', () => {
  expect(written(false, ...Array<Kill>(51).fill(kill))).toBe('50 of 51 platforms\n51 of 51 platforms\n')
})

test('a mutant that was not seen is named at once', () => {
  const [first] = written(false, { ...kill, missed: ['doors-close'] }, kill).split('\n')
  expect(first).toContain('ajar')
  expect(first).toContain('doors-close')
})
