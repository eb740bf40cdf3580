import type { Description, Place } from '../../conformance/json/document.ts'
import type { Difference } from '../change.ts'
import type { Schema } from './identity.ts'
import type { Shape } from './shape.ts'

/** Compares schemas of two descriptions, for messages in one direction. */
export interface Comparison {
  /** Every difference between the values that two message schemas allow, at any depth. */
  all(old: Schema, now: Schema): readonly Difference[]
  /** The two descriptions. */
  readonly old: Description
  readonly now: Description
  /**
   * Every difference, where members count that no description names: within `not`, conditions and the like, and between
   * alternatives. Without it nobody is expected to send such members.
   */
  strictly(old: Schema, now: Schema): readonly Difference[]
  readonly isStrict: boolean
  /** Says whether two places are written alike, but for remarks. */
  alike(old: Place | undefined, now: Place | undefined): boolean
  /** The same inside a schema: differences that lie too deep are left to `all`. */
  differences(old: Schema, now: Schema): readonly Difference[]
  /** The same for two shapes that have no unions. */
  plainly(old: Shape, now: Shape): readonly Difference[]
  /**
   * The same for two alternatives that may be unrelated. If it takes too long they count as different: a change is then called
   * breaking rather than missed.
   */
  probe(old: Shape, now: Shape): readonly Difference[]
  /** Compares schemas of one description with each other, strictly and for a limited time. */
  among(side: 'old' | 'now'): Comparison
  oldShape(schema: Schema): Shape
  newShape(schema: Schema): Shape
  /** Says whether a value fits a shape of the old or of the new description. */
  oldAccepts(shape: Shape, value: unknown): boolean
  newAccepts(shape: Shape, value: unknown): boolean
}
