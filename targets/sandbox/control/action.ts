import type { Platform } from '../platform.ts'

/** A command of an operator: the id in the path, and a JSON object. */
export interface Command {
  readonly id: string
  readonly given: Readonly<Record<string, unknown>>
}

/** Carries out a command and returns its answer, as JSON. */
export type Action = (command: Command, platform: Platform) => object | Promise<object>

export interface ControlRoute {
  readonly method: 'GET' | 'POST' | 'DELETE'
  readonly path: string
  readonly action: Action
}
