import { readdirSync } from 'node:fs'

const REST = 'others'

/** Rooms of scenarios that have their own test file. One more file holds all other rooms, so that none is left out. */
export const rooms: readonly string[] = readdirSync(new URL('./scenarios/', import.meta.url))
  .filter((name) => name.endsWith('.test.ts'))
  .map((name) => name.replace('.test.ts', ''))
  .sort()

/** Says whether the test file of a room contains the scenarios of another room. */
export function holds(room: string, own: string): boolean {
  return rooms.includes(own) && own !== REST ? own === room : room === REST
}
