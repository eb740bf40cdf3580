import type { Behaviour, BehaviourChange, BehaviourChanges } from '../behaviour.ts'

/** The name of an entry of the behaviour, with its group: `webhooks.trips`. */
type Entry = { [G in keyof Behaviour]: `${G}.${keyof Behaviour[G] & string}` }[keyof Behaviour]

/** The function with a name. */
type Rule<E extends Entry> = E extends `${infer G extends keyof Behaviour}.${infer N}`
  ? Extract<Behaviour[G][N & keyof Behaviour[G]], (...given: never[]) => unknown>
  : never

/** Does something in the place of a function of the behaviour, which it is given as it was. */
export const instead =
  <const E extends Entry>(
    entry: E,
    does: (usual: Rule<E>, ...given: Parameters<Rule<E>>) => ReturnType<Rule<E>>,
  ): BehaviourChange =>
  (base) => {
    const [group, name = ''] = entry.split('.') as [keyof Behaviour, string]
    const usual = (base[group] as Readonly<Record<string, unknown>>)[name] as Rule<E>
    const changed = { [name]: (...given: Parameters<Rule<E>>) => does(usual, ...given) }
    return { [group]: changed } as BehaviourChanges
  }

/** Does something besides, after a function of the behaviour. It is given what that function returned. */
export const after = <const E extends Entry>(
  entry: E,
  does: (returned: ReturnType<Rule<E>>, ...given: Parameters<Rule<E>>) => void,
): BehaviourChange =>
  instead(entry, (usual, ...given) => {
    const returned = (usual as (...all: Parameters<Rule<E>>) => ReturnType<Rule<E>>)(...given)
    does(returned, ...given)
    return returned
  })
