import { maybe, members, replacing, some, textArgument } from './arguments.ts'

type Members = Readonly<Record<string, unknown>>

/** A copy with the member at a dotted path changed; undefined removes it. */
export function changed(data: Members, path: string, change: (value: unknown) => unknown): Members {
  const [first = '', ...rest] = path.split('.')
  const value = data[first]
  return {
    ...data,
    [first]: rest.length > 0 ? changed(value as Members, rest.join('.'), change) : change(value),
  }
}

/** The member at a dotted path. */
export const memberAt = (data: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((inner, name) => (inner as Members | undefined)?.[name], data)

/** Arguments that change members of an object. Each names members by dotted paths. */
export const MEMBERS = {
  /** Only objects with these values are changed. */
  where: maybe(members),
  sets: maybe(members),
  drops: maybe(some(textArgument)),
  /** New paths by those before. */
  renames: maybe(members),
  /** A pattern for the text of each member, and what replaces it. */
  rewrites: maybe(members),
}

type Arguments = { readonly [Name in keyof typeof MEMBERS]: ReturnType<(typeof MEMBERS)[Name]> }

/** Says whether an object has all values of a condition. */
export const fitsMembers = (data: Members, { where = {} }: Pick<Arguments, 'where'>): boolean =>
  Object.entries(where).every(([path, value]) => memberAt(data, path) === value)

/** Changes objects as the arguments say. */
export function changing(given: Arguments): (data: Members) => Members {
  const { sets = {}, drops = [], renames = {}, rewrites = {} } = given
  const steps: readonly (readonly [path: string, change: (value: unknown, data: Members) => unknown])[] = [
    ...Object.entries(sets).map(([path, value]) => [path, () => value] as const),
    ...Object.entries(renames).map(
      ([from, path]) => [textArgument(path), (_: unknown, data: Members) => memberAt(data, from)] as const,
    ),
    ...[...drops, ...Object.keys(renames)].map((path) => [path, () => undefined] as const),
    ...Object.entries(rewrites).map(([path, by]) => [path, replacing(by)] as const),
  ]
  return (data) =>
    fitsMembers(data, given)
      ? steps.reduce((now, [path, change]) => changed(now, path, (value) => change(value, data)), data)
      : data
}
