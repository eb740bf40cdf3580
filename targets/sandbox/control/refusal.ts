/** A command that cannot be carried out: the operator gets the reason. `statusCode` is the HTTP status of that answer. */
export class ControlRefusal extends Error {
  readonly statusCode: number

  constructor(statusCode: number, message: string) {
    super(message)
    this.name = 'ControlRefusal'
    this.statusCode = statusCode
  }
}

/** Returns a thing that was looked for; refuses with 404 when it is not there. */
export function found<T>(thing: T | undefined, message: string): T {
  if (thing === undefined) throw new ControlRefusal(404, message)
  return thing
}

/** A member of a command that must be a text with something in it; refuses with 400. */
export function textOf(given: Readonly<Record<string, unknown>>, name: string): string {
  const value = given[name]
  if (typeof value !== 'string' || value === '') throw new ControlRefusal(400, `${name} must be a text`)
  return value
}
