import type { Weighed } from '../allowed.ts'
import { type Change, EFFECTS, type Effect, worst } from '../change.ts'

/** The input of all writers: the compared documents, every change, and the allowances. */
export interface Written {
  readonly old: Compared
  readonly now: Compared
  readonly changes: readonly Change[]
  readonly weighed: Weighed
}

/** One of the two documents. */
export interface Compared {
  readonly name: string
  readonly version: string
}

/** The number of changes by their worst effect. */
export function countOf(changes: readonly Change[]): Readonly<Record<Effect, number>> {
  const countWorst = (effect: Effect) => changes.filter((change) => worst(change) === effect).length
  return { breaking: countWorst('breaking'), compatible: countWorst('compatible'), none: countWorst('none') }
}

/** The changes grouped by effect, the worst first; without empty groups. */
export const grouped = (changes: readonly Change[]): readonly (readonly [Effect, readonly Change[]])[] =>
  EFFECTS.map((effect) => [effect, changes.filter((change) => worst(change) === effect)] as const).filter(
    ([, members]) => members.length > 0,
  )

export const TITLES: Readonly<Record<Effect, string>> = {
  breaking: 'breaking',
  compatible: 'compatible',
  none: 'no change on the wire',
}

/** Who is affected by a change, in a few words. */
export function whom({ client, receiver }: Change): string {
  const parts = [
    client === 'none' ? [] : `clients ${client}`,
    receiver === 'none' ? [] : `receivers ${receiver}`,
  ].flat()
  return parts.length === 0 ? 'nobody' : parts.join(', ')
}

/** The verdict in one line. */
export function verdictOf({ changes, weighed }: Written): string {
  const { breaking, compatible, none } = countOf(changes)
  const open = weighed.breaking.length
  const end = open > 0 ? `breaking: ${open} that nobody answers for` : 'compatible'
  return `${breaking} breaking (${weighed.allowed.length} allowed), ${compatible} compatible, ${none} without effect: ${end}`
}
