import { readdirSync } from 'node:fs'

/** The part of a scenario's id before its name, and the file that tests it. */
const roomOf = (scenario: string): string => scenario.split('/', 1)[0] ?? scenario

const REST = 'others'

/** Rooms of scenarios with a test file of their own, and one file for all others, so that none is left out. */
export const rooms: readonly string[] = readdirSync(new URL('./scenarios/', import.meta.url))
  .filter((name) => name.endsWith('.test.ts'))
  .map((name) => name.replace('.test.ts', ''))
  .sort()

/** Says whether a file's room holds a scenario. */
export function holds(room: string, scenario: string): boolean {
  const own = roomOf(scenario)
  return rooms.includes(own) && own !== REST ? own === room : room === REST
}
