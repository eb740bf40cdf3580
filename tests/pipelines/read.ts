import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parse, parseAllDocuments } from 'yaml'

const root = resolve(import.meta.dirname, '../..')

/** A step of a job or of a composite action, as in GitHub. */
export interface Step {
  readonly id?: string
  readonly name?: string
  readonly if?: string
  readonly uses?: string
  readonly with?: Readonly<Record<string, string | number>>
  readonly run?: string
  readonly shell?: string
  readonly env?: Readonly<Record<string, string>>
}

export interface Job {
  readonly steps: readonly Step[]
  readonly needs?: string
  readonly if?: string
  readonly strategy?: { readonly matrix: Readonly<Record<string, readonly (string | number)[]>> }
}

export interface Workflow {
  readonly env?: Readonly<Record<string, string>>
  readonly jobs: Readonly<Record<string, Job>>
}

export interface Action {
  readonly inputs: Readonly<Record<string, { readonly default?: string }>>
  readonly runs: { readonly steps: readonly Step[] }
}

export const text = (file: string): string => readFileSync(join(root, file), 'utf8')

export const yaml = <T>(file: string): T => parse(text(file)) as T

/** The documents of a YAML file with several documents. */
export const documents = (file: string): readonly Record<string, unknown>[] =>
  parseAllDocuments(text(file)).map((one) => one.toJS() as Record<string, unknown>)

/** The templates for GitHub, by their file names. */
export const recipes: readonly string[] = globSync('ci/github/*.yml', { cwd: root }).sort()
