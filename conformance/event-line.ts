import type { RunEvent } from './events.ts'

/** The event in a line of `results.jsonl`; undefined where it holds none. */
export function runEventIn(line: string): RunEvent | undefined {
  try {
    const value: unknown = JSON.parse(line)
    return typeof value === 'object' && value !== null && 'type' in value ? (value as RunEvent) : undefined
  } catch {
    return undefined
  }
}
