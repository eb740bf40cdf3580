import type { Spec } from '../spec/spec.ts'
import type { Submission } from './submission.ts'

/**
 * A submission with every field that the version requires (R37).
 *
 * @param base gives missing fields; the examples of the published schema give the others
 */
export function completed(spec: Spec, submission: Submission, base: Readonly<Submission> = {}): Submission {
  const missing = (spec.schema('Submission').required ?? []).filter((name) => submission[name] === undefined)
  const values = missing.map((name) => [name, base[name] ?? exampleOf(spec, name)] as const)
  return { ...submission, ...Object.fromEntries(values.filter(([, value]) => value !== undefined)) }
}

const exampleOf = (spec: Spec, name: string): unknown =>
  spec.property('Submission', `/${name}`).schema.examples?.[0]
