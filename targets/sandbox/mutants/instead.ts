import type { Behaviour, BehaviourChange, BehaviourChanges } from '../behaviour.ts'

/** A function of the behaviour. */
type Rule<G extends keyof Behaviour, N extends keyof Behaviour[G]> = Extract<
  Behaviour[G][N],
  (...given: never[]) => unknown
>

/** Does something in the place of a function of the behaviour, which it is given as it was. */
export const instead =
  <G extends keyof Behaviour, N extends keyof Behaviour[G]>(
    group: G,
    name: N,
    does: (usual: Rule<G, N>, ...given: Parameters<Rule<G, N>>) => ReturnType<Rule<G, N>>,
  ): BehaviourChange =>
  (base) => {
    const usual = base[group][name] as Rule<G, N>
    const changed = { [name]: (...given: Parameters<Rule<G, N>>) => does(usual, ...given) }
    return { [group]: changed } as BehaviourChanges
  }

/** Does something besides, after a function of the behaviour. It is given what that function returned. */
export const after = <G extends keyof Behaviour, N extends keyof Behaviour[G]>(
  group: G,
  name: N,
  does: (returned: ReturnType<Rule<G, N>>, ...given: Parameters<Rule<G, N>>) => void,
): BehaviourChange =>
  instead(group, name, (usual, ...given) => {
    const returned = (usual as (...all: Parameters<Rule<G, N>>) => ReturnType<Rule<G, N>>)(...given)
    does(returned, ...given)
    return returned
  })
