import type { Difference } from '../change.ts'
import type { Schema } from './identity.ts'
import type { Shape } from './shape.ts'

/** Compares schemas of two descriptions, for messages in one direction. */
export interface Comparison {
  /** Every difference between the values that two message schemas allow, at any depth. */
  all(old: Schema, now: Schema): readonly Difference[]
  /** The same inside a schema: differences that lie too deep are left to `all`. */
  differences(old: Schema, now: Schema): readonly Difference[]
  /** The same for two shapes that have no unions. */
  plainly(old: Shape, now: Shape): readonly Difference[]
  /**
   * The same for two alternatives that may be unrelated. If it takes too long they count as different: a change is then called
   * breaking rather than missed.
   */
  probe(old: Shape, now: Shape): readonly Difference[]
  oldShape(schema: Schema): Shape
  newShape(schema: Schema): Shape
  /** Says whether a value fits a shape of the old or of the new description. */
  oldAccepts(shape: Shape, value: unknown): boolean
  newAccepts(shape: Shape, value: unknown): boolean
}
