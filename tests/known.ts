/** A member of a table by its name. @throws RangeError where there is none */
export function known<T extends object>(of: T, name: string): T[keyof T] {
  if (!Object.hasOwn(of, name)) throw new RangeError(`there is no ${name}`)
  return of[name as keyof T]
}
