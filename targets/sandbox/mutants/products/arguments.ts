import type { BehaviourChange } from '../../behaviour.ts'
import type { Happens, SlipOperator } from './product.ts'

/** Reads one argument of an operator as a table states it. @throws RangeError where it is another value than the operator knows */
export type ArgumentReader<T> = (given: unknown) => T

const not = (given: unknown, wanted: string): RangeError =>
  new RangeError(`${JSON.stringify(given) ?? 'nothing'} is not ${wanted}`)

export const textArgument: ArgumentReader<string> = (given) => {
  if (typeof given !== 'string') throw not(given, 'a text')
  return given
}

export const number: ArgumentReader<number> = (given) => {
  if (typeof given !== 'number') throw not(given, 'a number')
  return given
}

export const yes: ArgumentReader<true> = (given) => {
  if (given !== true) throw not(given, 'true')
  return given
}

export const anything: ArgumentReader<unknown> = (given) => given

export const members: ArgumentReader<Readonly<Record<string, unknown>>> = (given) => {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) throw not(given, 'an object')
  return given as Readonly<Record<string, unknown>>
}

/** Reads one of some words. */
export const one =
  <const Word extends string>(...words: readonly Word[]): ArgumentReader<Word> =>
  (given) => {
    const word = words.find((known) => known === given)
    if (word === undefined) throw not(given, `one of ${words.join(', ')}`)
    return word
  }

/** Reads the name of a member. */
export const wordsOf = <T extends object>(of: T): ArgumentReader<keyof T & string> =>
  one(...(Object.keys(of) as (keyof T & string)[]))

/** Reads one value or a list of values. */
export const some =
  <T>(reads: ArgumentReader<T>): ArgumentReader<readonly T[]> =>
  (given) =>
    (Array.isArray(given) ? given : [given]).map(reads)

/** Reads an argument that may be missing. */
export const maybe =
  <T>(reads: ArgumentReader<T>): ArgumentReader<T | undefined> =>
  (given) =>
    given === undefined ? undefined : reads(given)

/** Reads patterns, each followed by what its matches are replaced by. */
export const replacing: ArgumentReader<(value: unknown) => string> = (given) => {
  const texts = some(textArgument)(given)
  const pairs = texts.flatMap((text, place) =>
    place % 2 === 0 ? [[new RegExp(text, 'gmu'), textArgument(texts[place + 1])] as const] : [],
  )
  return (value) => pairs.reduce((text, [found, by]) => text.replace(found, by), String(value))
}

/** The reader of each argument of an operator. */
export type Arguments<A> = { readonly [Name in keyof A]: ArgumentReader<A[Name]> }

/** Reads arguments. @throws RangeError for one that is wrong or not known */
export function readArguments<A extends object>(
  reads: Arguments<A>,
  given: Readonly<Record<string, unknown>>,
): A {
  for (const name of Object.keys(given)) if (!(name in reads)) throw new RangeError(`there is no ${name}`)
  const names = Object.keys(reads) as (keyof A & string)[]
  return Object.fromEntries(names.map((name) => [name, reads[name](given[name])])) as unknown as A
}

/** Makes an operator; its first argument gives it its name. */
export const operatorOn =
  <S>() =>
  <A extends object>(
    reads: Arguments<A>,
    change: (given: A) => (happens: Happens<S>) => BehaviourChange,
  ): SlipOperator<S> => ({
    name: Object.keys(reads)[0] ?? '',
    changes: (given) => change(readArguments(reads, given)),
  })
