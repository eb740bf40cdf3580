import { readdirSync } from 'node:fs'

const REST = 'others'

/** Rooms of scenarios with a test file of their own, and one file for all others, so that none is left out. */
export const rooms: readonly string[] = readdirSync(new URL('./scenarios/', import.meta.url))
  .filter((name) => name.endsWith('.test.ts'))
  .map((name) => name.replace('.test.ts', ''))
  .sort()

/** Says whether the file of a room holds the scenarios of another. */
export function holds(room: string, own: string): boolean {
  return rooms.includes(own) && own !== REST ? own === room : room === REST
}
