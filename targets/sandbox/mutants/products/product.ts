import { type BehaviourChange, type BehaviourChanges, changeBehaviour } from '../../behaviour.ts'
import type { Platform } from '../../platform.ts'
import type { Mutant } from '../mutant.ts'

/** A circumstance of a subject, such as a quote, in which a slip may happen. `H` is its history. */
export interface Guard<S, H> {
  readonly id: string
  /** It holds in this part of the kind only. */
  readonly part?: string
  /** Its words, as they go on after the name of the subject: `that a person approved`. */
  readonly words: string
  holds(history: H, subject: S, platform: Platform): boolean
}

/** Says whether a slip happens to a subject now. */
export type Happens<S> = (subject: S, platform: Platform) => boolean

/** Something that can go wrong, as a table writes it. */
export interface SlipOperator<S> {
  /** The first of its arguments, by which a row names it. */
  readonly name: string
  /** @throws RangeError for an argument that is wrong or not known */
  changes(given: Readonly<Record<string, unknown>>): (happens: Happens<S>) => BehaviourChange
}

/** Something that goes wrong with a subject: an operator, applied to a slot of the behaviour. */
export interface Slip<S> {
  readonly id: string
  /** A sentence that goes on with the words of a guard. */
  readonly says: string
  /** Requirements of which one at least has to fail. */
  readonly kills: Mutant['kills']
  /** It happens in this part of the kind only, so that guards of another part never hold. */
  readonly part?: string
  /** It changes what happens to the subject later, so that other slips may not happen. */
  readonly disturbs?: true
  /** Circumstances in which nobody can say what is right, by the reading that leaves it open. */
  readonly open?: Readonly<Record<string, readonly string[]>>
  change(happens: Happens<S>): BehaviourChange
}

/** Slips and guards of one subject, each of which can meet each other. */
export interface ProductKind<S, H> {
  /** The subject in words: `of a quote`. */
  readonly words: string
  readonly guards: readonly Guard<S, H>[]
  readonly operators: readonly SlipOperator<S>[]
  readonly slips: readonly Slip<S>[]
  /** Defects that no operator can say. Each is named as the row with its words. */
  readonly byHand: Readonly<Record<string, BehaviourChange>>
  /** Makes a change that knows the history of each subject. */
  along(change: (historyOf: (subject: S) => H) => BehaviourChange): BehaviourChange
}

/** A slip with the circumstances that must meet. */
export interface Product<S, H> {
  readonly slip: Slip<S>
  readonly guards: readonly Guard<S, H>[]
  /** Called each time that the slip happens. */
  happened?(): void
}

/** Makes several products of a kind one change: one platform with all of them. */
export const together = <S, H>(
  { along }: Pick<ProductKind<S, H>, 'along'>,
  products: readonly Product<S, H>[],
): BehaviourChange =>
  along((historyOf) =>
    changesTogether(
      products.map(({ slip, guards, happened }) =>
        slip.change((subject, platform) => {
          const history = historyOf(subject)
          const happens = guards.every(({ holds }) => holds(history, subject, platform))
          if (happens) happened?.()
          return happens
        }),
      ),
    ),
  )

/** Makes several changes one; each is given the behaviour that those before it made. */
export const changesTogether =
  (changes: readonly BehaviourChange[]): BehaviourChange =>
  (base) => {
    let behaviour = base
    const groups: Record<string, object> = {}
    for (const change of changes) {
      const changed: BehaviourChanges = change(behaviour)
      behaviour = changeBehaviour(behaviour, changed)
      for (const [group, entries] of Object.entries(changed)) groups[group] = { ...groups[group], ...entries }
    }
    return groups
  }

/** Finds a slip or a guard by its id. @throws RangeError where there is none */
export function withId<T extends { readonly id: string }>(all: readonly T[], id: string): T {
  const one = all.find((known) => known.id === id)
  if (one === undefined) throw new RangeError(`there is no ${id}`)
  return one
}
