import type { ReceiverProfile } from '../../targets/profile/index.ts'

/** All scenarios except those with a thousand deliveries or a quarter of a minute. */
const ALL = [
  ...['generated'],
  ...['endpoint', 'deliveries', 'forgeries', 'secrets', 'observations', 'framing', 'load/burst'],
  ...['repeats/one-after-the-other', 'repeats/broken-attempt', 'repeats/together', 'repeats/whole-run'],
]

/** Scenarios that show most of the differences. */
const LIGHT = [
  ...['endpoint', 'deliveries', 'secrets', 'framing', 'observations/open'],
  ...['forgeries/signatures', 'forgeries/ways', 'forgeries/in-a-row', 'generated/histories'],
  ...['repeats/one-after-the-other', 'repeats/together', 'repeats/whole-run'],
]
const WHOLE = new Set([
  'is right in every respect',
  'answers forgeries with 404',
  'works off one delivery at a time',
])

/** Fewer scenarios for receivers that would take minutes for all. */
const SOME: Readonly<Record<string, readonly string[]>> = {
  'says nothing to forgeries': ['forgeries/signatures', 'forgeries/ways', 'observations'],
}

/** The scenarios by which a right receiver is judged. */
export const rightScenarios = (name: string): readonly string[] =>
  SOME[name] ?? (WHOLE.has(name) ? ALL : LIGHT)

/** Keys in the profile of right receivers that need them. */
export const STATED: Readonly<Record<string, Partial<ReceiverProfile>>> = {
  'takes events of its own brokerage only': { brokerageId: 'brk-17' },
  // A backlog takes longer than this.
  'processes one event after the other, with a backlog': { effectsMs: 500 },
}
