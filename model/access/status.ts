import type { Meantime } from './standing.ts'

/** Something that may change a status: an action that was carried out, refused or has an unknown end, or a page that shows it. */
export interface StatusStep<S> {
  readonly during: Meantime
  readonly end: 'done' | 'refused' | 'unknown'
  /** The statuses that it may lead to when it is carried out. */
  leads(from: S): readonly S[]
}

/**
 * The statuses that something may have while a request is under way. An action takes effect at once (5.rule.4). One that was refused may
 * have been carried out after all, and one without an answer may be at any later time. A step that leads nowhere is a breach of its own,
 * and changes nothing here.
 *
 * @param first the statuses before all steps
 * @param steps in the order in which they began
 */
export function statusesAt<S>(
  first: readonly S[],
  steps: readonly StatusStep<S>[],
  use: Meantime,
): ReadonlySet<S> {
  let possible = new Set(first)
  const late: StatusStep<S>[] = []
  for (const one of steps) {
    const { during, end, leads } = one
    if (during.from.suiteMs > use.to.suiteMs) break
    const led = [...possible].flatMap(leads)
    const isSure = end === 'done' && during.to.suiteMs <= use.from.suiteMs
    possible = new Set(isSure && led.length > 0 ? led : [...possible, ...led])
    if (end === 'unknown') late.push(one)
    // A set yields what is added to it meanwhile.
    for (const from of possible) for (const to of late.flatMap((step) => step.leads(from))) possible.add(to)
  }
  return possible
}

/** A status of a partner account (2.6). */
export type StatusOfAccount = 'pending' | 'active' | 'denied' | 'disabled'

/** A status of an M2M client (2.6). */
export type ClientStatus = 'active' | 'inactive'

/** The decisions of an operator on an account: the status that each brings about, and from which ones that is stated. */
const DECISIONS = {
  approve_partner: { to: 'active', from: ['pending', 'active'] },
  deny_partner: { to: 'denied', from: ['pending', 'denied'] },
  disable_partner: { to: 'disabled', from: ['active', 'disabled'] },
} as const satisfies Readonly<Record<string, { to: StatusOfAccount; from: readonly StatusOfAccount[] }>>

/** The name of a decision, as a profile writes it. */
export type Decision = keyof typeof DECISIONS

export const isDecision = (name: string | undefined): name is Decision => Object.hasOwn(DECISIONS, name ?? '')

/** The statuses that an account may have after a decision. A platform may take one that is not stated for a mistake (R36). */
export function decided(decision: Decision, status: StatusOfAccount): readonly StatusOfAccount[] {
  const { to, from } = DECISIONS[decision]
  return from.some((one) => one === status) ? [to] : [to, status]
}

/** A company that was denied and registers again waits anew or stays denied: the platform may take both accounts for one. */
export const afterNamesake = (status: StatusOfAccount): readonly StatusOfAccount[] =>
  status === 'denied' ? ['denied', 'pending'] : [status]
