import type { Static, TSchema } from 'typebox'

/** The type of what a shape describes. Nothing that is read from a file is ever changed. */
export type Shaped<Shape extends TSchema> = DeepReadonly<Static<Shape>>

type DeepReadonly<Value> = Value extends readonly (infer Item)[]
  ? readonly DeepReadonly<Item>[]
  : Value extends object
    ? { readonly [Key in keyof Value]: DeepReadonly<Value[Key]> }
    : Value
