import type { Spec } from '../../../../spec/spec.ts'
import type { SentDelivery } from './sent.ts'

/** The subjects that are compared: right deliveries, forgeries, or events with all their deliveries. */
export type Subjects = 'deliveries' | 'forgeries' | 'events'

/** One way in which a delivery can differ from others. */
export interface Circumstance {
  /** Words that can follow "exactly those"; undefined where the delivery does not differ in this way. */
  words(sent: SentDelivery, spec: Spec): string | undefined
  /** True where it matters at some moments only, so that some deliveries go well all the same. */
  readonly isChance?: true
  /** Advice where it alone sets those apart that went wrong. */
  readonly remedies?: Readonly<Partial<Record<Subjects, string>>>
}

/** A circumstance that a delivery has or has not. */
export const when = (
  words: string,
  isIn: (sent: SentDelivery, spec: Spec) => boolean,
  more: Omit<Circumstance, 'words'> = {},
): Circumstance => ({ words: (sent, spec) => (isIn(sent, spec) ? words : undefined), ...more })
