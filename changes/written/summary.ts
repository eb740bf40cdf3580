import type { WeighedChanges } from '../allowed.ts'
import { type Change, EFFECTS, type Effect, worst } from '../change.ts'

/** The input of all writers: the compared documents, every change, and the allowances. */
export interface WriterInput {
  readonly old: Compared
  readonly now: Compared
  readonly changes: readonly Change[]
  readonly weighed: WeighedChanges
}

/** One of the two documents. */
export interface Compared {
  readonly name: string
  readonly version: string
}

/** The number of changes by their worst effect. */
export function countByEffect(changes: readonly Change[]): Readonly<Record<Effect, number>> {
  const countWorst = (effect: Effect) => changes.filter((change) => worst(change) === effect).length
  return {
    breaking: countWorst('breaking'),
    'not-understood': countWorst('not-understood'),
    compatible: countWorst('compatible'),
    none: countWorst('none'),
  }
}

/** The changes grouped by effect, the worst first; without empty groups. */
export const grouped = (changes: readonly Change[]): readonly (readonly [Effect, readonly Change[]])[] =>
  EFFECTS.map((effect) => [effect, changes.filter((change) => worst(change) === effect)] as const).filter(
    ([, members]) => members.length > 0,
  )

export const TITLES: Readonly<Record<Effect, string>> = {
  breaking: 'breaking',
  'not-understood': 'not understood',
  compatible: 'compatible',
  none: 'no change on the wire',
}

/** Who is affected by a change, in a few words. */
export function whom({ client, receiver }: Change): string {
  const parts = [
    client === 'none' ? [] : `clients ${TITLES[client]}`,
    receiver === 'none' ? [] : `receivers ${TITLES[receiver]}`,
  ].flat()
  return parts.length === 0 ? 'nobody' : parts.join(', ')
}

/** The worst effect of the changes that no allowance covers. */
export function worstEffect({ breaking }: WeighedChanges): 'breaking' | 'not-understood' | 'compatible' {
  if (breaking.some((change) => worst(change) === 'breaking')) return 'breaking'
  return breaking.length > 0 ? 'not-understood' : 'compatible'
}

/** The verdict in one line. */
export function verdictOf({ changes, weighed }: WriterInput): string {
  const { breaking, compatible, none, 'not-understood': unclear } = countByEffect(changes)
  const open = weighed.breaking.length
  const word = TITLES[worstEffect(weighed)]
  const end = open > 0 ? `${word}: ${open} that nobody answers for` : word
  const counts = [
    `${breaking} breaking (${weighed.allowed.length} allowed)`,
    ...(unclear > 0 ? [`${unclear} not understood`] : []),
    ...[`${compatible} compatible`, `${none} without effect`],
  ]
  return `${counts.join(', ')}: ${end}`
}
