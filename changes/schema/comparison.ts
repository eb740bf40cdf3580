import type { Difference } from '../change.ts'
import type { Schema } from './identity.ts'
import type { Shape } from './shape.ts'

/** Compares schemas of two descriptions, for messages that flow one way. */
export interface Comparison {
  /** Every difference between what two schemas of messages allow, however deep. */
  all(old: Schema, now: Schema): readonly Difference[]
  /** The same from within a schema: what lies too deep is left to `all`. */
  differences(old: Schema, now: Schema): readonly Difference[]
  /** The same for two shapes that have no unions. */
  plainly(old: Shape, now: Shape): readonly Difference[]
  /**
   * The same for two alternatives that need have nothing to do with each other. Where that takes too long they count as unlike,
   * so that a change is rather called breaking than overlooked.
   */
  probe(old: Shape, now: Shape): readonly Difference[]
  oldShape(schema: Schema): Shape
  newShape(schema: Schema): Shape
  /** Says whether a value fits a shape of the old, or of the new description. */
  oldAccepts(shape: Shape, value: unknown): boolean
  newAccepts(shape: Shape, value: unknown): boolean
}
